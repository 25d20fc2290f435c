#include "search/solo_search.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "eval/nnue/embedded_network.h"

#include "chess/fen.h"
#include "engine/engine.h"
#include "engine/waiting_search.h"
#include "support/positions.h"

namespace rocada::search {
namespace {

constexpr std::string_view kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

TEST(SoloSearch, FindsWhatTheEngineFinds) {
  const util::SteadyClock clock;
  engine::Engine engine(clock);
  ASSERT_TRUE(engine.set_option(engine::spec_of(engine::OptionId::Hash), "4").ok());
  const auto solo = SoloSearch::create(4, eval::nnue::embedded_network(chess::Variant::Standard)).value();
  Limits limits;
  limits.depth = 6;
  for (const std::string_view fen : {chess::kStartFen, kKiwipete}) {
    engine.new_game();
    solo->clear();
    const Finished expected = engine::search_to_the_end(engine, test::game_from(fen), limits);
    const SoloSearch::Answer answer = solo->search(test::game_from(fen), limits);
    EXPECT_EQ(answer.best, expected.best);
    EXPECT_EQ(answer.score, expected.score);
    EXPECT_EQ(answer.depth, expected.depth);
    EXPECT_EQ(answer.nodes, expected.effort.nodes);
  }
}

TEST(SoloSearch, ClearedItAnswersAsIfNew) {
  const auto solo = SoloSearch::create(1, eval::nnue::embedded_network(chess::Variant::Standard)).value();
  Limits limits;
  limits.soft_nodes = 2000;
  const SoloSearch::Answer first = solo->search(test::game_from(kKiwipete), limits);
  solo->search(test::game_from(chess::kStartFen), limits);
  solo->clear();
  const SoloSearch::Answer again = solo->search(test::game_from(kKiwipete), limits);
  EXPECT_EQ(again.best, first.best);
  EXPECT_EQ(again.score, first.score);
  EXPECT_EQ(again.nodes, first.nodes);
}

TEST(SoloSearch, SeveralMovesComeInTheOrderOfTheirScores) {
  const auto solo = SoloSearch::create(1, eval::nnue::embedded_network(chess::Variant::Standard)).value();
  Limits limits;
  limits.depth = 3;
  const auto moves = solo->best_moves(test::game_from(kKiwipete), limits, 4);
  ASSERT_EQ(moves.size(), 4u);
  EXPECT_TRUE(std::ranges::is_sorted(moves, std::ranges::greater(), &SoloSearch::ScoredMove::score));
  EXPECT_EQ(solo->best_moves(test::game_from("7k/8/8/8/8/8/8/K7 w - - 0 1"), limits, 4).size(), 3u);
  EXPECT_TRUE(solo->best_moves(test::game_from("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), limits, 4).empty());
}

// Interrupted at any node, every line has a score of its own, and none a better one than the line above.
TEST(SoloSearch, LinesThatADepthHadNoTimeForKeepTheirScores) {
  const auto solo = SoloSearch::create(1, eval::nnue::embedded_network(chess::Variant::Standard)).value();
  int answers = 0;
  for (const std::string_view fen : {chess::kStartFen, kKiwipete}) {
    for (std::uint64_t nodes = 100; nodes < 3000; nodes += 37) {
      solo->clear();
      Limits limits;
      limits.nodes = nodes;
      const auto moves = solo->best_moves(test::game_from(fen), limits, 4);
      if (moves.empty()) continue;  // not even the first depth was finished
      ++answers;
      ASSERT_EQ(moves.size(), 4u);
      EXPECT_TRUE(std::ranges::is_sorted(moves, std::ranges::greater(), &SoloSearch::ScoredMove::score)) << nodes;
      EXPECT_GT(moves.back().score, -eval::kHighestEvaluation) << nodes;
    }
  }
  EXPECT_GT(answers, 100);
}

TEST(SoloSearch, KeepsItsLimits) {
  const auto solo = SoloSearch::create(1, eval::nnue::embedded_network(chess::Variant::Standard)).value();
  Limits limits;
  limits.soft_nodes = 3000;
  EXPECT_GE(solo->search(test::game_from(kKiwipete), limits).nodes, 3000u);
  limits.nodes = 3100;
  solo->clear();
  EXPECT_LE(solo->search(test::game_from(kKiwipete), limits).nodes, 3100u);
  limits.nodes = 1;
  EXPECT_EQ(solo->search(test::game_from(kKiwipete), limits).depth, 0);
}

TEST(SoloSearch, HasNoMoveWhereThereIsNone) {
  const auto solo = SoloSearch::create(1, eval::nnue::embedded_network(chess::Variant::Standard)).value();
  Limits limits;
  limits.depth = 3;
  EXPECT_TRUE(solo->search(test::game_from("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), limits).best.is_none());
}

}  // namespace
}  // namespace rocada::search
