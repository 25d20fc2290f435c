#include "analysis/annotate.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <vector>

#include "analysis/random_analysis.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "game/pgn_reader.h"
#include "game/pgn_writer.h"
#include "support/shown_scores.h"

namespace rocada::analysis {
namespace {

game::PgnGame read_one(const std::string& text) {
  std::stringstream stream(text);
  return **game::PgnReader(stream).next();
}

constexpr const char* kGame =
    "[Event \"Casual\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n"
    "{Before.} 1. e4 {[%eval 9.99] Best by test.} e5 2. Qh5 $5 (2. Nf3 {main}) Nf6 {[%clk 0:01:00]} 3. Qxe5+ 1-0\n";

TEST(Annotate, AddsEvaluationsMarksAndLines) {
  const game::PgnGame game = read_one(kGame);
  const game::GameRecord record = game::to_game_record(game);
  const auto line = [&](std::size_t ply, int centipawns, const std::vector<const char*>& moves) {
    chess::Position position = record.positions()[ply];
    FoundLine found{test::score_shown_as(centipawns, position), 10, {}};
    for (const char* move : moves) {
      found.moves.push_back(chess::parse_move(position, move).value());
      position.make(found.moves.back());
    }
    return FoundLines{found};
  };
  std::vector<FoundLines> lines = {line(0, 20, {"e4"}),         line(1, -20, {"e5"}),   line(2, 30, {"Nf3"}),
                                   line(3, 10, {"Nc6", "Bc4"}), line(4, 400, {"Qxe5"}), line(5, 0, {"Be7"})};
  lines.back().front().score = eval::mated_in(4);
  const GameAnalysis analysis = analyse_game(record, lines);
  const JudgedMove& blunder = analysis.moves[3];
  ASSERT_EQ(blunder.judgement, Judgement::Blunder);
  const std::string expected = fmt::format(
      "[Event \"Casual\"] [Site \"?\"] [Date \"????.??.??\"] [Round \"?\"] [White \"A\"] [Black \"B\"] "
      "[Result \"1-0\"] [Annotator \"Rocada {}\"] [WhiteAccuracy \"{:.1f}\"] [BlackAccuracy \"{:.1f}\"]  "
      "{{Before.}} 1. e4 {{[%eval 0.20] Best by test.}} 1... e5 {{[%eval 0.30]}} 2. Qh5 $5 {{[%eval -0.10]}} "
      "(2. Nf3 {{main}}) 2... Nf6 $4 {{[%eval 4.00] Blunder: from {:.0f}% to {:.0f}%. [%clk 0:01:00]}} "
      "(2... Nc6 {{[%eval -0.10]}} 3. Bc4) 3. Qxe5+ {{[%eval #2]}} 1-0  ",
      ROCADA_VERSION, *analysis.players[chess::Color::White].accuracy, *analysis.players[chess::Color::Black].accuracy,
      100 * blunder.chance_before, 100 * blunder.chance_after);
  std::string text = game::to_pgn(annotated(game, record, analysis));
  std::ranges::replace(text, '\n', ' ');  // where lines end is the writer's business
  EXPECT_EQ(text, expected);
}

// Everything that was there is still there, in its order, and what is written can be read.
TEST(Annotate, KeepsTheGame) {
  test::for_each_random_record(40, 60, [](const game::GameRecord& record, util::Random& random) {
    game::PgnGame game = game::to_pgn_game(record);
    game.tags.set("Annotator", "Somebody");
    for (std::size_t ply = 0; ply < record.size(); ++ply) {
      game::PgnMove& move = game.main_line.moves[ply];
      if (random.below(3) == 0) move.comment = "said before";
      if (random.below(3) == 0) move.nags = {static_cast<std::uint8_t>(1 + random.below(6))};
      if (random.below(3) == 0) {
        move.variations.push_back({"why not", {{record.moves()[ply], {}, "this", {}}}});
      }
    }
    const GameAnalysis analysis = analyse_game(record, test::random_lines(record, random));
    const game::PgnGame after = annotated(game, record, analysis);
    ASSERT_EQ(game::to_game_record(after), record);
    ASSERT_EQ(*after.tags.find("Annotator"), "Somebody");
    ASSERT_EQ(after.result, game.result);
    for (std::size_t ply = 0; ply < record.size(); ++ply) {
      const game::PgnMove& old_move = game.main_line.moves[ply];
      const game::PgnMove& new_move = after.main_line.moves[ply];
      ASSERT_TRUE(new_move.comment.ends_with(old_move.comment));
      ASSERT_GE(new_move.nags.size(), old_move.nags.size());
      ASSERT_TRUE(std::equal(old_move.nags.begin(), old_move.nags.end(), new_move.nags.begin()));
      ASSERT_GE(new_move.variations.size(), old_move.variations.size());
      ASSERT_TRUE(std::equal(old_move.variations.begin(), old_move.variations.end(), new_move.variations.begin()));
    }
    ASSERT_EQ(read_one(game::to_pgn(after)), after);
  });
}

TEST(Annotate, MovesOfTheBookAreCalledThatOnce) {
  const game::PgnGame game = read_one("1. e4 {Best by test.} e5 *");
  const game::GameRecord record = game::to_game_record(game);
  std::vector<FoundLines> lines;
  for (const chess::Position& position : record.positions())
    lines.push_back({{0, 1, {chess::legal_moves(position)[0]}}});
  const GameAnalysis analysis = analyse_game(record, lines, 1);
  const game::PgnGame once = annotated(game, record, analysis);
  EXPECT_EQ(once.main_line.moves[0].comment, "[%eval 0.00] Book. Best by test.");
  EXPECT_EQ(once.main_line.moves[1].comment, "[%eval 0.00]");
  EXPECT_EQ(annotated(once, record, analysis), once);
}

TEST(Annotate, TwiceAddsNoLineTwice) {
  test::for_each_random_record(10, 40, [](const game::GameRecord& record, util::Random& random) {
    const GameAnalysis analysis = analyse_game(record, test::random_lines(record, random));
    const game::PgnGame once = annotated(game::to_pgn_game(record), record, analysis);
    const game::PgnGame twice = annotated(once, record, analysis);
    for (std::size_t ply = 0; ply < record.size(); ++ply) {
      ASSERT_EQ(twice.main_line.moves[ply].variations, once.main_line.moves[ply].variations);
      ASSERT_EQ(twice.main_line.moves[ply].nags, once.main_line.moves[ply].nags);
    }
  });
}

}  // namespace
}  // namespace rocada::analysis
