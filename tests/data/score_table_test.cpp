#include "data/score_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "data/random_games_with_scores.h"
#include "support/positions.h"
#include "support/shown_scores.h"

namespace rocada::data {
namespace {

std::string table_of(const std::string& file) {
  std::string table;
  const auto done = list_scores(file, [&](std::string_view line) { table += line; });
  EXPECT_TRUE(done.ok()) << done.error().message;
  return table;
}

TEST(ScoreTable, ListsThePositionsOfAGameFileThatHaveScoresAndAreNotDecided) {
  const test::TemporaryFile file("games");
  const game::GameRecord record = test::game_of({"e4", "d5", "exd5", "Qxd5", "Nc3"});
  Game game{3, record.start(), {}, game::GameResult::BlackWins};
  constexpr std::int16_t kScores[] = {20, -15, 32'000, -30'000, kUnscored};
  for (std::size_t i = 0; i < record.size(); ++i) game.moves.push_back({record.moves()[i], kScores[i]});
  test::write_games(file.path(), {game});
  EXPECT_EQ(table_of(file.path()), "# some network\n3,0,normal,32,20,0\n3,1,normal,32,-15,0\n3,3,normal,31,-30000,0\n");
}

TEST(ScoreTable, HasARowForEveryPosition) {
  const test::TemporaryFile file("games");
  const auto games = test::random_games(20);
  test::write_games(file.path(), games);
  std::ptrdiff_t rows = 1;
  for (const Game& game : games) {
    rows += std::ranges::count_if(game.moves, [](const ScoredMove& move) { return !is_decided(move.score); });
  }
  const std::string table = table_of(file.path());
  EXPECT_EQ(std::ranges::count(table, '\n'), rows);
  EXPECT_NE(table.find(",3check,"), std::string::npos);
}

TEST(ScoreTable, ReadsWhatRocadaShowedInPgn) {
  const test::TemporaryFile file("pgn");
  file.write(
      "[Result \"1-0\"]\n\n1. e4 {book} d5 {-0.25/12 0.05s} 2. exd5 {+0.40/13 0.1s} Qxd5 {-M12/30 0.1s} 3. Nc3 1-0\n\n"
      "[Result \"*\"]\n\n1. e4 {+0.20/5 0.1s} *\n\n"
      "[Result \"1/2-1/2\"]\n\n1. d4 {0.00/5 0.1s} 1/2-1/2\n");
  const game::GameRecord first = test::game_of({"e4", "d5", "exd5"});
  EXPECT_EQ(table_of(file.path()), fmt::format("0,1,normal,32,{},1\n0,2,normal,32,{},1\n2,0,normal,32,0,0.5\n",
                                               test::score_shown_as(25, first.positions()[1]),
                                               test::score_shown_as(40, first.positions()[2])));
}

TEST(ScoreTable, FilesThatCannotBeReadAreNamed) {
  const auto ignore = [](std::string_view) {};
  const auto missing = list_scores("/no/such/file", ignore);
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().message, "cannot read /no/such/file: No such file or directory");

  const test::TemporaryFile file("games");
  test::write_games(file.path(), test::random_games(2));
  file.flip(file.size() - 1);
  const auto damaged = list_scores(file.path(), ignore);
  ASSERT_FALSE(damaged.ok());
  EXPECT_TRUE(damaged.error().message.starts_with(file.path() + ": block 1 is damaged")) << damaged.error().message;
}

TEST(ScoreTable, CommentsBeginWithPawns) {
  EXPECT_EQ(centipawns_in_comment("+0.35/12 0.052s"), 35);
  EXPECT_EQ(centipawns_in_comment("-12.04/9"), -1204);
  EXPECT_EQ(centipawns_in_comment("0.00/1 0s"), 0);
  for (const char* other : {"", "book", "+M5/20 0.1s", "-M5/20", "1/2", "+0.3/4", "+0.355/4", "0.x5/4", "--1.00/3",
                            "99999.00/3", "+/3", ".50/3"}) {
    EXPECT_EQ(centipawns_in_comment(other), std::nullopt) << other;
  }
}

}  // namespace
}  // namespace rocada::data
