#include "analysis/move_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "analysis/random_analysis.h"
#include "support/json_checker.h"
#include "support/positions.h"
#include "support/shown_scores.h"

namespace rocada::analysis {
namespace {

// 1. f3 e5 2. g4 Qh4#: one move of the book, one blunder.
class MoveTable : public ::testing::Test {
 protected:
  MoveTable() {
    const auto line = [&](std::size_t ply, int centipawns, const char* move) {
      const chess::Position& position = record.positions()[ply];
      return FoundLines{{test::score_shown_as(centipawns, position), 9, {test::move_of(position, move)}}};
    };
    positions = {line(0, 20, "e4"),
                 line(1, 70, "e5"),
                 line(2, -70, "Nc3"),
                 {{eval::mate_in(1), 9, {test::move_of(record.positions()[3], "Qh4")}}},
                 {{-eval::kMate, 0, {}}}};
    analysis = analyse_game(record, positions, 1);
    game = game::to_pgn_game(record);
    game.tags.set("White", "A \"quoted\" name");
  }

  const game::GameRecord record = test::game_of({"f3", "e5", "g4", "Qh4"});
  std::vector<FoundLines> positions;
  GameAnalysis analysis;
  game::PgnGame game;
};

TEST_F(MoveTable, HasARowOfCsvForEachMove) {
  const double chance = analysis.moves[2].chance_before;
  const double book_chance = analysis.moves[0].chance_after;
  const double reply_chance = analysis.moves[1].chance_after;
  EXPECT_EQ(csv_game(game, {7, record, analysis}), fmt::format("7,1,1,white,f3,f2f3,1,-70,,{0:.3f},{0:.3f},,e4\n"
                                                               "7,2,1,black,e5,e7e5,0,-70,,{1:.3f},{1:.3f},,e5\n"
                                                               "7,3,2,white,g4,g2g4,0,,-1,{2:.3f},0.000,blunder,Nc3\n"
                                                               "7,4,2,black,Qh4#,d8h4,0,,0,1.000,1.000,,Qh4#\n",
                                                               book_chance, reply_chance, chance));
  EXPECT_EQ(std::ranges::count(csv_head(), ','), 12);
}

TEST_F(MoveTable, IsOneObjectOfJson) {
  const std::string one = json_game(game, {1, record, analysis});
  const std::string json =
      json_head({"games.pgn", 2, "10 nodes"}) + one + json_game(game, {2, record, analysis}) + std::string(json_tail());
  EXPECT_TRUE(test::JsonChecker::accepts(json)) << json;
  for (const char* part : {R"("limit":"10 nodes")", R"("White":"A \"quoted\" name")",
                           R"("san":"f3","uci":"f2f3","book":true,"score":{"cp":-70})", R"("score":{"mate":-1})",
                           R"("judgement":"blunder","best":["Nc3"])", R"("blunders":1)"}) {
    EXPECT_NE(json.find(part), std::string::npos) << part << "\n" << json;
  }
}

TEST(MoveTables, HoldAnyGame) {
  test::for_each_random_record(30, 60, [](const game::GameRecord& record, util::Random& random) {
    game::PgnGame game = game::to_pgn_game(record);
    std::string bytes;
    for (int i = 0; i < 40; ++i) bytes += static_cast<char>(random.below(256));
    game.tags.set("Black", bytes);
    const GameAnalysis analysis = analyse_game(record, test::random_lines(record, random));
    const std::string csv = csv_game(game, {1, record, analysis});
    ASSERT_EQ(std::ranges::count(csv, '\n'), static_cast<std::ptrdiff_t>(record.size()));
    ASSERT_EQ(std::ranges::count(csv, ','), static_cast<std::ptrdiff_t>(12 * record.size()));
    const std::string json =
        json_head({"x", 1, "y"}) + json_game(game, {1, record, analysis}) + std::string(json_tail());
    ASSERT_TRUE(test::JsonChecker::accepts(json)) << json;
  });
}

}  // namespace
}  // namespace rocada::analysis
