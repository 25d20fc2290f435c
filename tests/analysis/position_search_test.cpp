#include "analysis/position_search.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "engine/engine.h"
#include "support/fake_engine.h"
#include "support/positions.h"

namespace rocada::analysis {
namespace {

using test::game_of;

chess::Move move(std::string_view text) { return chess::parse_move(chess::start_position(), text).value(); }

search::Line line(int rank, std::string_view first, eval::Score score, search::Bound bound = search::Bound::Exact) {
  search::Line told;
  told.rank = rank;
  told.depth = 5;
  told.moves = {move(first)};
  told.score = score;
  told.bound = bound;
  return told;
}

search::Finished finished(std::string_view best, eval::Score score) {
  search::Finished end;
  end.best = move(best);
  end.score = score;
  return end;
}

TEST(LineCollector, KeepsTheLastWordOfEachRank) {
  LineCollector collector;
  collector.line(line(1, "e4", 10));
  collector.line(line(2, "d4", 5));
  collector.line(line(1, "e4", 20));
  collector.line(line(1, "e4", 90, search::Bound::Lower));
  const FoundLines lines = collector.lines(finished("e4", 20));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0], (FoundLine{20, 5, {move("e4")}}));
  EXPECT_EQ(lines[1], (FoundLine{5, 5, {move("d4")}}));
}

TEST(LineCollector, NamesNoMoveTwice) {
  LineCollector collector;
  collector.line(line(1, "e4", 10));
  collector.line(line(2, "d4", 5));
  collector.line(line(1, "d4", 30));  // the search ended before it could tell what is second best now
  const FoundLines lines = collector.lines(finished("d4", 30));
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].score, 30);
}

TEST(LineCollector, ASearchThatToldNothingHasItsMove) {
  EXPECT_EQ(LineCollector().lines(finished("c4", 7)), (FoundLines{{7, 0, {move("c4")}}}));
}

TEST(SearchPositions, GoesFromTheLastToTheFirstWithOneTable) {
  test::FakeEngine engine;
  search::Limits limits;
  limits.nodes = 100;
  int done = 0;
  // The fake engine thinks until it is told to stop, so it is told at once, and then nothing has been found.
  const auto stopped = search_positions(
      engine, game_of({"e4", "e5", "Nf3"}), 0, 3, limits, [] { return true; }, [&] { ++done; });
  EXPECT_EQ(stopped, std::nullopt);
  EXPECT_EQ(done, 0);
  EXPECT_EQ(engine.calls, (std::vector<std::string>{"new_game", "start", "stop_and_wait"}));
  EXPECT_EQ(engine.last_start().game.size(), 3U) << "from the end, and what the last move leads to before";
  EXPECT_EQ(engine.last_start().limits.nodes, 100U);
}

TEST(SearchPositions, EachHasItsLines) {
  const util::SteadyClock clock;
  engine::Engine engine(clock);
  EXPECT_TRUE(engine.set_option(engine::spec_of(engine::OptionId::MultiPv), "2").ok());
  search::Limits limits;
  limits.nodes = 2000;
  const game::GameRecord mate = game_of({"f3", "e5", "g4", "Qh4"});
  int done = 0;
  const auto search = [&] {
    return search_positions(
        engine, mate, 1, 5, limits, [] { return false; }, [&] { ++done; });
  };
  const auto found = search();
  ASSERT_TRUE(found.has_value());
  ASSERT_EQ(found->size(), 4U);
  EXPECT_EQ(done, 4);
  EXPECT_EQ(found->at(3), (FoundLines{{-eval::kMate, 0, {}}})) << "over, so there is nothing to search";
  ASSERT_EQ(found->at(2).size(), 2U);
  EXPECT_EQ(found->at(2)[0].score, eval::mate_in(1));
  EXPECT_EQ(found->at(2)[0].moves, std::vector<chess::Move>{mate.moves()[3]});
  EXPECT_EQ(search(), found) << "what was searched before changes nothing";
}

// Of two stretches of a game the first must know what its last move was answered with.
TEST(SearchPositions, TheLastMoveOfAStretchIsJudgedByItsReply) {
  const util::SteadyClock clock;
  engine::Engine engine(clock);
  search::Limits limits;
  limits.nodes = 500;
  // 8... Nxe4 is mated in three, which so short a search does not see by itself.
  const game::GameRecord game =
      game_of({"e4",  "c6",  "d4",   "d5",    "Nc3",  "dxe4", "Nxe4", "Nf6", "Qd3", "e5", "dxe5",
               "Qa5", "Bd2", "Qxe5", "O-O-O", "Nxe4", "Qd8",  "Kxd8", "Bg5", "Kc7", "Bd8"});
  const auto found = search_positions(
      engine, game, 15, 16, limits, [] { return false; }, [] {});
  ASSERT_TRUE(found.has_value());
  EXPECT_NE(found->front().front().moves.front(), game.moves()[15]);
}

}  // namespace
}  // namespace rocada::analysis
