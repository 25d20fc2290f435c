#include "chess/fen.h"

#include <gtest/gtest.h>

#include "support/random_games.h"
#include "util/random.h"

namespace rocada::chess {
namespace {

std::string reread(std::string_view fen, Variant variant = Variant::Standard,
                   CastlingLetters letters = CastlingLetters::XFen) {
  const auto position = parse_fen(fen, variant);
  return position ? to_fen(*position, letters) : "error: " + position.error().message;
}

std::string error_of(std::string_view fen, Variant variant = Variant::Standard) {
  const auto position = parse_fen(fen, variant);
  return position ? "no error" : position.error().message;
}

TEST(Fen, RoundTripInBothCastlingStyles) {
  test::for_each_position_of_random_games(20, [](const Position& position) {
    for (const CastlingLetters letters : {CastlingLetters::XFen, CastlingLetters::Shredder}) {
      const std::string fen = to_fen(position, letters);
      const auto again = parse_fen(fen, position.variant());
      ASSERT_TRUE(again.ok()) << fen << ": " << again.error().message;
      ASSERT_EQ(*again, position) << fen;
    }
  });
}

TEST(Fen, NormalPositionsUseTheClassicLetters) {
  EXPECT_EQ(reread(kStartFen), kStartFen);
  EXPECT_EQ(reread(kStartFen, Variant::Standard, CastlingLetters::Shredder),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
}

TEST(Fen, ClassicLettersMeanTheOutermostRook) {
  EXPECT_EQ(reread("4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1", Variant::Standard, CastlingLetters::Shredder),
            "4k3/8/8/8/8/8/8/RR2K1RR w HA - 0 1");
  EXPECT_EQ(reread("4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1"), "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1");
  EXPECT_EQ(reread("2r1kr2/8/8/8/8/8/8/RK3R2 w FAfc - 0 1"), "2r1kr2/8/8/8/8/8/8/RK3R2 w KQkq - 0 1");
}

TEST(Fen, MissingClocksAreZeroAndOne) {
  EXPECT_EQ(reread("4k3/8/8/8/8/8/8/4K3 b - -"), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
  EXPECT_EQ(reread("  4k3/8/8/8/8/8/8/4K3  b - -  7 0 "), "4k3/8/8/8/8/8/8/4K3 b - - 7 1");
}

TEST(Fen, AllDialectsOfCheckCountersAreRead) {
  constexpr std::string_view kBoard = "4k3/8/8/8/8/8/8/R3K3 w - -";
  const std::string board(kBoard);
  const std::string expected = board + " 2+1 5 9";
  EXPECT_EQ(reread(board + " 2+1 5 9", Variant::ThreeCheck), expected);   // still to give, before the clocks
  EXPECT_EQ(reread(board + " 5 9 2+1", Variant::ThreeCheck), expected);   // still to give, at the end
  EXPECT_EQ(reread(board + " 5 9 +1+2", Variant::ThreeCheck), expected);  // given, at the end
  EXPECT_EQ(reread(board + " +1+2 5 9", Variant::ThreeCheck), expected);
  EXPECT_EQ(reread(board + " 5 9", Variant::ThreeCheck), board + " 3+3 5 9");
  EXPECT_EQ(reread(board, Variant::ThreeCheck), board + " 3+3 0 1");
}

TEST(Fen, EnPassantSquaresNobodyCanUseAreDropped) {
  EXPECT_EQ(reread("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  EXPECT_EQ(reread("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
}

TEST(Fen, ErrorsSayWhatIsWrongAndWhere) {
  const auto expect = [](std::string_view fen, std::string_view words, Variant variant = Variant::Standard) {
    EXPECT_NE(error_of(fen, variant).find(words), std::string::npos) << fen << "\n  gave: " << error_of(fen, variant);
  };
  expect("", "ends before the board");
  expect("8/8/8/8/8/8/8/8", "ends before the side to move");
  expect("4k3/8/8/8/8/8/8/4K3 w", "ends before castling rights");
  expect("4k3/8/8/8/8/8/8/4K3 w -", "ends before en passant");
  expect("4k3/8/8/8/8/8/4K3 w - - 0 1", "7 ranks, eight are needed");
  expect("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "more than eight ranks");
  expect("4k3/8/8/9/8/8/8/4K3 w - - 0 1", "rank 5 holds '9'");
  expect("4k3/8/8/44p/8/8/8/4K3 w - - 0 1", "rank 5 has more than eight squares");
  expect("4k3/8/8/54/8/8/8/4K3 w - - 0 1", "rank 5 has 9 squares");
  expect("4k3/8/8/7/8/8/8/4K3 w - - 0 1", "rank 5 has 7 squares");
  expect("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "rank 1 has 7 squares");
  expect("4k3/8/8/3x4/8/8/8/4K3 w - - 0 1", "rank 5 holds 'x'");
  expect("8/8/8/8/8/8/8/4K3 w - - 0 1", "black has no king");
  expect("4k3/8/8/8/8/8/8/2K1K3 w - - 0 1", "white has two kings (c1, e1)");
  expect("4k3/8/8/8/8/8/8/KKKKK3 w - - 0 1", "white has too many kings");
  expect("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "white has a pawn on the last rank (a8)");
  expect("4k3/8/8/8/8/8/8/4K2p w - - 0 1", "black has a pawn on the last rank (h1)");
  expect("4k2p/8/8/8/8/8/8/4K3 w - - 0 1", "black has a pawn on its first rank (h8)");
  expect("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "black is in check from the rook on e2, but it is white's turn");
  expect("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move 'x'");
  expect("4k3/8/8/8/8/8/8/4K3 w KX - 0 1", "no such castling rook");
  expect("4k3/8/8/8/8/8/8/4K2R w Z - 0 1", "holds 'Z'");
  expect("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "white king is not on its home rank");
  expect("4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", "two castling rooks on one side");
  expect("4k3/8/8/8/8/8/8/4K2R w KH - 0 1", "names one right twice");
  expect("4k3/8/8/8/8/8/8/4K2R w KK\x01 - 0 1", "castling field 'KK?' names one right twice");
  expect("4k3/8/8/8/8/8/8/4K2R w K- - 0 1", "holds '-', which is neither one of KQkq nor a file letter");
  expect("4k3/8/8/8/8/8/8/4K3 w - z9 0 1", "en passant field 'z9'");
  expect("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no black pawn on e5");
  expect("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "en passant square e3 is not on rank 6");
  expect("4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", "cannot have come through e6");
  expect("4k3/8/8/8/8/8/8/4K3 w - - x 1", "half-move clock 'x'");
  expect("4k3/8/8/8/8/8/8/4K3 w - - -3 1", "half-move clock -3");
  expect("4k3/8/8/8/8/8/8/4K3 w - - 0 y", "move number 'y'");
  expect("4k3/8/8/8/8/8/8/4K3 w - - 0 99999", "move number 99999");
  expect("4k3/8/8/8/8/8/8/4K3 w - - 0 1 rubbish", "unexpected 'rubbish'");
  expect("4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", "belong to 3check");
  expect("4k3/8/8/8/8/8/8/4K3 w - - 4+3 0 1", "not between 0 and 3", Variant::ThreeCheck);
  expect("4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1 3+3", "second check counters", Variant::ThreeCheck);
  expect("4k3/8/8/8/8/8/8/4K3 w - - 0+0 0 1", "both sides", Variant::ThreeCheck);
}

TEST(Fen, DamagedTextNeverCrashesAndWhatIsAcceptedIsSound) {
  util::Random random(3);
  const std::string good = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
  constexpr std::string_view kLetters = "/pnbrqkPNBRQK12345678wb-KQkqah36+ \t0";
  int accepted = 0;
  for (int i = 0; i < 40000; ++i) {
    std::string text = good;
    for (std::uint32_t edits = 1 + random.below(3); edits > 0; --edits) {
      const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
      const char letter =
          random.below(20) == 0 ? static_cast<char>(random.below(256)) : kLetters[random.below(kLetters.size())];
      if (random.below(3) == 0) {
        text.erase(at, 1);
      } else {
        text[at] = letter;
      }
    }
    if (const auto position = parse_fen(text)) {
      ++accepted;
      ASSERT_TRUE(position->is_consistent()) << text;
      ASSERT_LT(legal_moves(*position).size(), MoveList::capacity());
    }
  }
  EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace rocada::chess
