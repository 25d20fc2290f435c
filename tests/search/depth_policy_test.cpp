#include "search/depth_policy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "search/params.h"

namespace rocada::search {
namespace {

using chess::Move;
using eval::Score;

constexpr Score kBound = 20;

Node node_at(int depth) { return {.depth = depth, .alpha = kBound - 1, .beta = kBound, .ply = 5}; }
MoveFacts quiet(int number) { return {.number = number, .is_quiet = true}; }

// ---------------------------------------------------------------------------------------------------------------------
// Late move reductions

TEST(Logarithm, IsTheNaturalOne) {
  for (int i = 1; i < 64; ++i) EXPECT_NEAR(params::logarithm(i), std::log(i), 1e-9) << i;
}

TEST(Reduction, GrowsWithTheDepthAndTheNumberOfTheMove) {
  for (int depth = 1; depth <= 80; ++depth) {
    for (int number = 1; number <= 80; ++number) {
      const int reduction = late_move_reduction(node_at(depth), quiet(number), 0);
      ASSERT_GE(late_move_reduction(node_at(depth + 1), quiet(number), 0), reduction) << depth << " " << number;
      ASSERT_GE(late_move_reduction(node_at(depth), quiet(number + 1), 0), reduction) << depth << " " << number;
    }
  }
  EXPECT_GT(late_move_reduction(node_at(20), quiet(20), 0), late_move_reduction(node_at(5), quiet(20), 0));
  EXPECT_GT(late_move_reduction(node_at(20), quiet(20), 0), late_move_reduction(node_at(20), quiet(3), 0));
}

TEST(RaisedAlpha, LeavesEveryNodeADepthAndDeepOnesAlone) {
  for (int depth = 1; depth <= 80; ++depth) {
    const bool less = others_need_less_depth(node_at(depth), kBound);
    EXPECT_TRUE(!less || depth - params::kRaisedAlphaReduction >= 1) << depth;
    EXPECT_EQ(less, depth > params::kRaisedAlphaReduction && depth <= params::kRaisedAlphaMaxDepth) << depth;
    EXPECT_FALSE(others_need_less_depth(node_at(depth), eval::mate_in(5))) << "a mate may yet get shorter";
  }
}

TEST(Reduction, IsSmallerWhereMoreSpeaksForTheMove) {
  for (const int depth : {2, 5, 10, 30}) {
    for (const int number : {2, 5, 20}) {
      const int plain = late_move_reduction(node_at(depth), quiet(number), 0);
      const auto with_node = [&](bool Node::*fact) {
        Node node = node_at(depth);
        node.*fact = true;
        return late_move_reduction(node, quiet(number), 0);
      };
      EXPECT_LT(with_node(&Node::is_pv), plain);
      EXPECT_LT(with_node(&Node::was_pv), plain);
      EXPECT_LT(with_node(&Node::improving), plain);
      EXPECT_GT(with_node(&Node::expect_cut), plain);
      EXPECT_GT(with_node(&Node::table_move_is_noisy), plain);

      Node cut_without_move = node_at(depth);
      cut_without_move.expect_cut = true;
      Node cut_with_move = cut_without_move;
      cut_with_move.table_move = Move::normal(*chess::Square::parse("e2"), *chess::Square::parse("e4"));
      EXPECT_GT(late_move_reduction(cut_without_move, quiet(number), 0),
                late_move_reduction(cut_with_move, quiet(number), 0));
      Node narrow = node_at(depth);
      narrow.is_pv = true;
      narrow.root_window = 100;
      Node wide = narrow;
      wide.beta = wide.alpha + 100;
      EXPECT_LT(late_move_reduction(wide, quiet(number), 0), late_move_reduction(narrow, quiet(number), 0));

      MoveFacts facts = quiet(number);
      facts.butterfly = 5000;
      EXPECT_LT(late_move_reduction(node_at(depth), facts, 0), plain);
      facts = quiet(number);
      facts.gives_check = true;
      EXPECT_LT(late_move_reduction(node_at(depth), facts, 0), plain);
      facts = quiet(number);
      facts.is_quiet = false;
      EXPECT_LT(late_move_reduction(node_at(depth), facts, 0), plain);
      for (const bool is_quiet : {true, false}) {
        facts = {.number = number, .is_quiet = is_quiet};
        const int without = late_move_reduction(node_at(depth), facts, 0);
        facts.history = 5000;
        EXPECT_LT(late_move_reduction(node_at(depth), facts, 0), without);
        facts.history = -5000;
        EXPECT_GT(late_move_reduction(node_at(depth), facts, 0), without);
      }
      EXPECT_GT(late_move_reduction(node_at(depth), quiet(number), 10), plain) << "many nodes below have failed high";
      EXPECT_EQ(late_move_reduction(node_at(depth), quiet(number), 1), plain);
    }
  }
}

TEST(DepthAfterSurprise, FollowsTheSurpriseByAPlyAtMost) {
  for (int depth = 2; depth <= 30; ++depth) {
    int last = 0;
    for (Score score = -300; score <= 300; ++score) {
      const int deeper = depth_after_surprise(depth, score, 0);
      ASSERT_LE(std::abs(deeper - depth), 1);
      ASSERT_GE(deeper, last) << "a better score never earns less depth";
      last = deeper;
    }
    EXPECT_EQ(depth_after_surprise(depth, 300, 0), depth + 1);
    EXPECT_EQ(depth_after_surprise(depth, 1, 0), depth - 1);
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// Singular extensions

Node with_table_score(Score score, int depth) {
  Node node = node_at(depth);
  node.known = TableEntry{Move::none(), score, eval::kNoScore, depth, Bound::Lower, false};
  return node;
}

TEST(Singular, NeedsATableScoreThatIsDeepEnoughABoundFromBelowAndNoMate) {
  constexpr int kRootDepth = 20;
  const Node open = with_table_score(kBound, 12);
  ASSERT_TRUE(may_be_singular(open, kRootDepth));
  const auto changed = [&](auto&& change) {
    Node node = open;
    change(node);
    return may_be_singular(node, kRootDepth);
  };
  EXPECT_TRUE(changed([](Node& node) { node.known->bound = Bound::Exact; }));
  EXPECT_FALSE(changed([](Node& node) { node.known->bound = Bound::Upper; }));
  EXPECT_FALSE(changed([](Node& node) { node.known->bound = Bound::None; }));
  EXPECT_FALSE(changed([](Node& node) { node.known.reset(); }));
  EXPECT_FALSE(changed([](Node& node) { node.known->depth = 2; }));
  EXPECT_FALSE(changed([](Node& node) { node.known->score = eval::mate_in(7); }));
  EXPECT_FALSE(changed([](Node& node) { node.known->score = -eval::tablebase_win_in(7); }));
  EXPECT_FALSE(changed([](Node& node) { node.ply = 0; })) << "the root";
  EXPECT_FALSE(changed([](Node& node) { node.ply = 10 * kRootDepth; })) << "lines must not be extended for ever";
  for (int depth = 1; depth < params::kSingularMinDepth; ++depth) {
    EXPECT_FALSE(may_be_singular(with_table_score(kBound, depth), kRootDepth)) << depth;
  }
}

TEST(Singular, TheGoalLiesBelowTheTableScoreTheMoreSoTheDeeper) {
  for (const Score score : {-500, -1, 0, 1, 500}) {
    Score last = score;
    for (int depth = params::kSingularMinDepth; depth <= 60; ++depth) {
      Node node = with_table_score(score, depth);
      const Score goal = singular_goal(node);
      ASSERT_LT(goal, score);
      ASSERT_LE(goal, last);
      last = goal;
      node.was_pv = true;
      ASSERT_LE(singular_goal(node), goal) << "where it has been in a principal variation, more must be shown";
    }
  }
}

TEST(Singular, TheOthersKnowAllOfTheNodeButWhatTheTableSays) {
  for (const bool improving : {false, true}) {
    for (const bool was_pv : {false, true}) {
      Node node = with_table_score(50, 11);
      node.improving = improving;
      node.was_pv = was_pv;
      node.static_score = 34;
      node.table_move = Move::normal(*chess::Square::parse("e2"), *chess::Square::parse("e4"));
      const Node others = others_of(node, node.table_move, 45);
      EXPECT_EQ(others.static_score, 34);
      EXPECT_EQ(others.improving, improving);
      EXPECT_EQ(others.was_pv, was_pv);
      EXPECT_EQ(others.ply, node.ply);
      EXPECT_EQ(others.excluded, node.table_move);
      EXPECT_EQ(others.beta, 45);
      EXPECT_EQ(others.first_alpha, 44);
      EXPECT_LT(others.depth, node.depth);
      EXPECT_FALSE(others.known) << "the table speaks of all moves";
      EXPECT_TRUE(others.table_move.is_none());
    }
  }
}

TEST(Singular, TheWorseTheOthersTheLongerTheExtension) {
  constexpr Score kGoal = 0;
  for (const bool is_pv : {true, false}) {
    for (const bool is_quiet : {true, false}) {
      for (const bool expect_cut : {true, false}) {
        Node node = with_table_score(kBound, 10);
        node.is_pv = is_pv;
        node.expect_cut = expect_cut;
        int last = 3;
        for (Score others = -1000; others <= 100; ++others) {
          const int extension = singular_extension(node, others, kGoal, is_quiet);
          ASSERT_LE(extension, last);
          last = extension;
          if (others < kGoal) {
            ASSERT_GE(extension, 1);
            ASSERT_LE(extension, is_pv || !is_quiet ? 2 : 3);
          } else {
            ASSERT_LE(extension, 0) << "one good move among several";
          }
        }
      }
    }
  }
  EXPECT_EQ(singular_extension(with_table_score(kBound, 10), -1000, kGoal, true), 3);
  EXPECT_EQ(singular_extension(with_table_score(kBound, 10), -1000, kGoal, false), 2);
}

TEST(Singular, OneGoodMoveAmongSeveralIsSearchedLessDeepOnlyWhereACutIsExpected) {
  constexpr Score kGoal = -50;
  Node node = with_table_score(kBound - 1, 10);
  EXPECT_EQ(singular_extension(node, kGoal, kGoal, true), 0);
  node.expect_cut = true;
  EXPECT_LT(singular_extension(node, kGoal, kGoal, true), 0);
  EXPECT_LT(singular_extension(with_table_score(kBound, 10), kGoal, kGoal, true), 0);
}

// ---------------------------------------------------------------------------------------------------------------------
// Hindsight

class HindsightTest : public ::testing::Test {
 protected:
  // What hindsight says of a node with this evaluation, after a move that was reduced and an evaluation before it.
  int hindsight_of(Score before, int reduction, Score now) {
    (*stack)[node.ply - 1].static_score = before;
    (*stack)[node.ply - 1].reduction = reduction;
    node.static_score = now;
    return hindsight(node, *stack);
  }

  std::unique_ptr<Stack> stack = std::make_unique<Stack>();
  Node node = node_at(6);
};

TEST_F(HindsightTest, AReducedMoveThatHelpedItsSideIsLookedAtMoreCloselyOneThatDidNotLess) {
  EXPECT_EQ(hindsight_of(0, 5, -200), 1);
  EXPECT_EQ(hindsight_of(0, 5, 200), -1);
  EXPECT_EQ(hindsight_of(0, 5, 0), 0);
  for (Score now = -500; now <= 500; now += 10) {
    EXPECT_EQ(hindsight_of(0, 0, now), 0) << "what was searched in full was judged in full";
    EXPECT_LE(std::abs(hindsight_of(30, 5, now)), 1);
  }
}

TEST_F(HindsightTest, SaysNothingAtTheRootInCheckOrAfterACheck) {
  ASSERT_EQ(hindsight_of(0, 5, -200), 1);
  EXPECT_EQ(hindsight_of(eval::kNoScore, 5, -200), 0);
  node.in_check = true;
  EXPECT_EQ(hindsight_of(0, 5, -200), 0);
  EXPECT_EQ(hindsight_of(0, 5, eval::kNoScore), 0);
  node = node_at(6);
  node.ply = 0;
  EXPECT_EQ(hindsight_of(0, 5, -200), 0);
}

TEST_F(HindsightTest, NeverTakesTheLastPly) {
  for (int depth = 1; depth <= 10; ++depth) {
    node.depth = depth;
    EXPECT_GE(depth + hindsight_of(0, 5, 200), 1);
  }
}

}  // namespace
}  // namespace rocada::search
