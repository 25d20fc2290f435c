// Moves, SAN, FEN and PGN as another program has them: random games made by tests/web/make_referee_games.mjs.
//
// Each game of the file is lines of "%UCI SAN UCI SAN ... = FEN" and then PGN. What this build reads and writes must be
// the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "chess/draw.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "game/pgn_reading.h"
#include "game/pgn_writer.h"
#include "util/strings.h"

namespace rocada::game {
namespace {

using chess::CastlingText;
using chess::Move;
using chess::Position;

struct RefereeMove {
  std::string uci;
  std::string san;
  std::string fen_after;  // empty: not told
};

struct RefereeGame {
  std::vector<RefereeMove> moves;
  std::string pgn;
};

void add_moves(std::string_view line, std::vector<RefereeMove>& moves) {
  const std::size_t fen = line.find(" = ");
  const auto words = util::split_words(line.substr(0, fen));
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
    moves.push_back({std::string(words[i]), std::string(words[i + 1]), ""});
  }
  moves.back().fen_after = line.substr(fen + 3);
}

std::vector<RefereeGame> read_games() {
  std::vector<RefereeGame> games;
  std::ifstream file(ROCADA_SOURCE_DIR "/tests/game/referee_games.pgn");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("%%")) continue;
    if (line.starts_with('%')) {
      if (games.empty() || games.back().pgn.find('[') != std::string::npos) games.emplace_back();
      add_moves(std::string_view(line).substr(1), games.back().moves);
    } else if (!games.empty()) {
      games.back().pgn += line + '\n';
    }
  }
  return games;
}

const std::vector<RefereeGame>& referee_games() {
  static const auto games = read_games();
  return games;
}

// Programs differ in where they number moves, and in blanks.
std::string bare_moves(const std::string& pgn) {
  return std::regex_replace(pgn.substr(pgn.rfind("]\n") + 2), std::regex("[0-9]+\\.+|\\s"), "");
}

std::string tags_of_start(std::string_view pgn) {
  std::string tags;
  for (const std::string_view name : {"[Variant ", "[FEN ", "[Result "}) {
    const std::size_t begin = pgn.find(name);
    if (begin != std::string_view::npos) tags += pgn.substr(begin, pgn.find('\n', begin) - begin);
  }
  return tags;
}

TEST(RefereeGames, MovesSanAndFenAreTheSame) {
  for (const RefereeGame& game : referee_games()) {
    const PgnGame read = read_one(game.pgn);
    const auto castling = read.chess960 ? CastlingText::KingTakesRook : CastlingText::KingMove;
    Position position = read.start;
    for (const RefereeMove& expected : game.moves) {
      const std::string where = chess::to_fen(position) + " " + expected.uci;
      const auto move = chess::parse_coordinates(position, expected.uci);
      ASSERT_TRUE(move.ok()) << where << ": " << move.error().message;
      EXPECT_EQ(chess::to_coordinates(*move, castling), expected.uci) << where;
      EXPECT_EQ(chess::to_san(position, *move), expected.san) << where;
      const auto same = chess::parse_san(position, expected.san);
      ASSERT_TRUE(same.ok()) << where << ": " << same.error().message;
      EXPECT_EQ(*same, *move) << where;
      position.make(*move);
      if (expected.fen_after.empty()) continue;
      EXPECT_EQ(chess::to_fen(position), expected.fen_after);
      const auto again = chess::parse_fen(expected.fen_after, position.variant());
      ASSERT_TRUE(again.ok()) << expected.fen_after << ": " << again.error().message;
      EXPECT_EQ(*again, position) << expected.fen_after;
    }
  }
}

TEST(RefereeGames, PgnIsReadAndWrittenBack) {
  for (const RefereeGame& game : referee_games()) {
    const PgnGame read = read_one(game.pgn);
    std::string expected;
    for (const RefereeMove& move : game.moves) expected += (expected.empty() ? "" : " ") + move.san;
    EXPECT_EQ(main_line(read), expected) << game.pgn;
    const std::string written = to_pgn(read);
    EXPECT_EQ(bare_moves(written), bare_moves(game.pgn));
    EXPECT_EQ(tags_of_start(written), tags_of_start(game.pgn));
  }
}

// What the games are there for is in them.
TEST(RefereeGames, HaveEveryKindOfMove) {
  std::vector<std::string> seen;
  for (const RefereeGame& game : referee_games()) {
    const PgnGame read = read_one(game.pgn);
    Position position = read.start;
    for (const PgnMove& ply : read.main_line.moves) {
      const std::string san = chess::to_san(position, ply.move);
      const std::string in_chess960 = read.chess960 ? " in Chess960" : "";
      if (ply.move.is_castling()) seen.push_back(san.substr(0, san.find_first_of("+#")) + in_chess960);
      if (ply.move.is_en_passant()) seen.emplace_back("en passant");
      if (ply.move.is_promotion()) seen.push_back(san.substr(san.find('='), 2));
      if (!ply.variations.empty()) seen.emplace_back("variation");
      position.make(ply.move);
    }
    const chess::Ending ending = chess::ending_on_board(position);
    if (ending == chess::Ending::Checkmate) seen.emplace_back("mate");
    if (ending == chess::Ending::ChecksGiven) seen.emplace_back("third check");
  }
  for (const char* kind : {"O-O", "O-O-O", "O-O in Chess960", "O-O-O in Chess960", "en passant", "=Q", "=R", "=B", "=N",
                           "variation", "mate", "third check"}) {
    EXPECT_NE(std::ranges::find(seen, kind), seen.end()) << "no " << kind;
  }
}

}  // namespace
}  // namespace rocada::game
