#include "book/polyglot.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <set>

#include "chess/fen.h"
#include "chess/notation.h"
#include "support/positions.h"
#include "support/random_games.h"
#include "util/strings.h"

namespace rocada::book {
namespace {

using chess::Bitboard;
using chess::Move;
using chess::Position;
using chess::Square;
using test::position_of;

Bitboard passed_over_in(std::string_view fen) {
  const auto square = Square::parse(util::split_words(fen)[3]);
  return square ? Bitboard(*square) : Bitboard();
}

PolyglotKey key_of(std::string_view fen) { return polyglot_key(position_of(fen), passed_over_in(fen)); }

struct KnownKey {
  std::string_view fen;
  PolyglotKey key;
};

TEST(Polyglot, TheKeysOfTheFormatsOwnExamples) {
  constexpr KnownKey kExamples[] = {
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b96181691fc9c},
      {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c9b50fd114196},
      {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a48b5a8e47ff78},
      {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a607ca3f242c1},
      {"rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c8123ea7b067637},
      {"rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f9b829b279560},
  };
  for (const auto& [fen, key] : kExamples) EXPECT_EQ(key_of(fen), key) << fen;
}

TEST(Polyglot, EveryPublicKeyMatches) {
  const std::filesystem::path path = ROCADA_SHARED_DATA_DIR "/polyglot/keys.txt";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there";
  std::ifstream file(path);
  int keys = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#') || line.empty()) continue;
    const std::size_t bar = line.find(" | ");
    ASSERT_NE(bar, std::string::npos) << line;
    const std::string fen = line.substr(0, bar);
    const PolyglotKey key = std::stoull(line.substr(bar + 3), nullptr, 16);
    EXPECT_EQ(key_of(fen), key) << fen;
    const PolyglotKeys possible = possible_keys(position_of(fen));
    EXPECT_NE(std::ranges::find(possible, key), possible.end()) << fen;
    ++keys;
  }
  EXPECT_EQ(keys, 209);
}

TEST(Polyglot, TheKeyOfAPositionReachedInPlayIsAmongItsPossibleKeys) {
  util::Random random(7);
  for (int game = 0; game < 200; ++game) {
    Position position = chess::start_position();
    Bitboard passed_over;
    for (int ply = 0; ply < 100; ++ply) {
      const PolyglotKey key = polyglot_key(position, passed_over);
      const PolyglotKeys possible = possible_keys(position);
      ASSERT_NE(std::ranges::find(possible, key), possible.end()) << to_fen(position);
      const chess::MoveList moves = chess::legal_moves(position);
      if (moves.empty()) break;
      const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      passed_over = passed_over_by(position, move);
      position.make(move);
    }
  }
}

TEST(Polyglot, APawnThatMayNotCaptureEnPassantCountsAllTheSame) {
  // The rook on e8 pins the pawn to its king.
  constexpr std::string_view kPinned = "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
  const Position position = position_of(kPinned);
  ASSERT_TRUE(position.en_passant().empty());
  const PolyglotKey with = key_of(kPinned);
  const PolyglotKey without = polyglot_key(position, Bitboard());
  EXPECT_NE(with, without);
  const PolyglotKeys possible = possible_keys(position);
  EXPECT_EQ(std::set<PolyglotKey>(possible.begin(), possible.end()), (std::set{with, without}));

  Position before = position_of("4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
  const Move push = chess::parse_move(before, "d7d5").value();
  const Bitboard passed_over = passed_over_by(before, push);
  before.make(push);
  EXPECT_EQ(polyglot_key(before, passed_over), with);
}

TEST(Polyglot, WithoutAPawnBesideThePushChangesNothing) {
  EXPECT_EQ(key_of("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"), key_of("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"));
  EXPECT_EQ(possible_keys(position_of("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1")).size(), 1U);
}

TEST(Polyglot, EntriesReadBackAsWritten) {
  const PolyglotEntry entry{0x0123456789ABCDEF, 0xBEEF, 0x1234};
  const auto bytes = encode_entry(entry);
  EXPECT_EQ(bytes[0], std::byte{0x01}) << "the highest byte comes first";
  EXPECT_EQ(bytes[9], std::byte{0xEF});
  EXPECT_EQ(decode_entry(bytes), entry);
}

TEST(Polyglot, EveryLegalMoveReadsBackAsItself) {
  test::for_each_position_of_random_games(5, [](const Position& position) {
    for (const Move move : chess::legal_moves(position)) {
      ASSERT_EQ(decode_move(position, encode_move(move)), move) << to_fen(position) << ' ' << to_coordinates(move);
    }
  });
}

TEST(Polyglot, NoOfAllCodesIsReadAsAnIllegalMove) {
  for (const char* fen : {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                          "8/P6k/8/3pP3/8/8/6p1/4K3 w - d6 0 1"}) {
    const Position position = position_of(fen);
    const chess::MoveList legal = chess::legal_moves(position);
    std::set<std::uint16_t> read;
    for (int code = 0; code < 65536; ++code) {
      const auto move = decode_move(position, static_cast<std::uint16_t>(code));
      if (!move) continue;
      ASSERT_NE(std::ranges::find(legal, *move), legal.end()) << fen << ' ' << code;
      read.insert(move->code());
    }
    EXPECT_EQ(read.size(), legal.size()) << fen;
  }
}

TEST(Polyglot, CastlingIsKingTakesRookAndTheKingsStepIsUnderstood) {
  const Position position = position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  const Move castling = chess::parse_move(position, "O-O").value();
  EXPECT_EQ(encode_move(castling), 4 << 6 | 7);
  EXPECT_EQ(decode_move(position, 4 << 6 | 6), castling);
  // A king that cannot castle any more and a rook beside it: no castling, and no capture of one's own rook.
  EXPECT_EQ(decode_move(position_of("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), 4 << 6 | 7), std::nullopt);
}

TEST(Polyglot, PromotionsNameTheirPiece) {
  const Position position = position_of("8/P6k/8/8/8/8/8/K7 w - - 0 1");
  constexpr int kPush = 48 << 6 | 56;
  const char* const kPieces[] = {"a7a8n", "a7a8b", "a7a8r", "a7a8q"};
  for (int piece = 1; piece <= 4; ++piece) {
    const auto move = decode_move(position, static_cast<std::uint16_t>(piece << 12 | kPush));
    ASSERT_TRUE(move);
    EXPECT_EQ(to_coordinates(*move), kPieces[piece - 1]);
  }
  for (const int piece : {0, 5, 6, 7, 8}) {
    EXPECT_EQ(decode_move(position, static_cast<std::uint16_t>(piece << 12 | kPush)), std::nullopt) << piece;
  }
}

TEST(Polyglot, OnlyNormalChessIsInBooks) {
  EXPECT_TRUE(is_book_position(chess::start_position()));
  EXPECT_FALSE(is_book_position(chess::start_position(chess::Variant::ThreeCheck)));
  EXPECT_TRUE(is_book_position(chess::chess960_start(518, 518).value()));
  EXPECT_FALSE(is_book_position(chess::chess960_start(0, 0).value()));
}

}  // namespace
}  // namespace rocada::book
