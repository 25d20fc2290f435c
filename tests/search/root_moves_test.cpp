#include "search/root_moves.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "search/worker.h"
#include "support/positions.h"
#include "util/clock.h"

namespace rocada::search {
namespace {

using eval::Score;

// Four moves of the start position, each with a line of its own.
class RootMovesTest : public ::testing::Test {
 protected:
  static constexpr int kLines = 4;
  static constexpr Score kUnsearched = -eval::kInfinite;

  RootMovesTest() {
    for (const char* move : {"e4", "d4", "c4", "Nf3"})
      limits_.only_moves.push_back(test::move_of(game_.position(), move));
    set_up();
    for (const RootMove& move : moves.all()) at_first_.push_back(move.move);
  }

  // What the tables would say of the four.
  void set_up_ranked(const std::vector<int>& ranks) {
    RootRanking ranking;
    for (std::size_t i = 0; i < kLines; ++i) ranking.moves.push_back({at_first_[i], ranks[i], eval::kDraw});
    shared_.ranking = ranking;
    set_up();
  }

  // What a line's move had in the depth before, and has in this one.
  void give(int line, Score before, Score now) {
    moves.begin_line(line);
    moves.candidates().front().last_score = before;
    moves.candidates().front().score = now;
  }

  std::vector<Score> scores() const {
    std::vector<Score> found;
    for (const RootMove& move : moves.all()) found.push_back(move.score);
    return found;
  }
  // By the numbers that the moves had at first, without tables.
  using Order = std::vector<int>;
  Order order() const {
    Order found;
    for (const RootMove& move : moves.all()) {
      found.push_back(static_cast<int>(std::ranges::find(at_first_, move.move) - at_first_.begin()));
    }
    return found;
  }

  RootMoves moves;

 private:
  void set_up() { moves.set_up(game_, shared_); }

  const game::GameRecord game_ = test::game_of({});
  std::vector<chess::Move> at_first_;
  Limits limits_;
  const util::SteadyClock clock_;
  TimeManager time_{clock_, limits_, util::Milliseconds(0)};
  TranspositionTable table_;
  std::vector<std::unique_ptr<Worker>> workers_;
  SharedSearch shared_{.table = table_, .time = time_, .limits = limits_, .network = nullptr, .workers = workers_};
};

TEST_F(RootMovesTest, ALineExpectsWhatItHadButNoMoreThanTheOneAboveItHasNow) {
  give(0, 50, 20);
  give(1, 40, 15);
  give(2, 10, kUnsearched);
  EXPECT_EQ(moves.expected_score(0), 50) << "nothing is known yet of this depth";
  EXPECT_EQ(moves.expected_score(1), 20) << "the search of the best line has shown as much";
  EXPECT_EQ(moves.expected_score(2), 10);
}

TEST_F(RootMovesTest, WhereTheTablesPutTheLineAboveItsScoreSaysNothing) {
  set_up_ranked({2, 1, 1, 0});
  give(0, 50, 20);
  give(1, 40, 15);
  give(2, 30, kUnsearched);
  EXPECT_EQ(moves.expected_score(1), 40);
  EXPECT_EQ(moves.expected_score(2), 15) << "these two are equal to the tables";
}

TEST_F(RootMovesTest, LinesAreSortedByTheTablesFirstThenByScore) {
  set_up_ranked({0, 2, 0, 2});
  EXPECT_EQ(order(), (Order{1, 3, 0, 2}));
  for (const auto& [line, score] : {std::pair{0, 10}, {1, 30}, {2, 90}, {3, 95}}) give(line, 0, score);
  moves.sort_lines(3);
  EXPECT_EQ(order(), (Order{3, 1, 0, 2})) << "the last is no line";
  moves.sort_lines(4);
  EXPECT_EQ(order(), (Order{3, 1, 2, 0}));
}

TEST_F(RootMovesTest, LinesThatADepthHadNoTimeForAreAsGoodAsTheyWere) {
  give(0, 50, 20);
  give(1, 40, 60);
  give(2, 15, kUnsearched);
  give(3, -10, kUnsearched);
  moves.settle_lines(4);
  EXPECT_EQ(order(), (Order{1, 0, 2, 3})) << "what was searched has its new place";
  EXPECT_EQ(scores(), (std::vector<Score>{60, 20, 15, -10}));
}

TEST_F(RootMovesTest, AnUnsearchedLineIsNotPutBeforeTheOneThatWasSearchedAboveIt) {
  give(0, 50, 20);
  give(1, 40, kUnsearched);
  give(2, 30, kUnsearched);
  give(3, 30, kUnsearched);
  moves.settle_lines(4);
  EXPECT_EQ(order(), (Order{0, 1, 2, 3}));
  EXPECT_EQ(scores(), (std::vector<Score>{20, 20, 20, 20}));
}

}  // namespace
}  // namespace rocada::search
