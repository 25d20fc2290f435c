#include "search/node_pruning.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "chess/fen.h"
#include "search/params.h"
#include "support/positions.h"
#include "support/random_games.h"

namespace rocada::search {
namespace {

using chess::Move;
using chess::Position;
using eval::Score;
using test::position_of;

constexpr Score kBeta = 20;
constexpr Score kDecisive[] = {eval::mate_in(5), eval::mated_in(5), eval::tablebase_win_in(5),
                               -eval::tablebase_win_in(5)};

// A node off the principal variation, asked whether it beats kBeta, whose evaluation leads beta by so much.
Node node_ahead_of_beta(Score lead, int depth) {
  Node node{.depth = depth, .alpha = kBeta - 1, .beta = kBeta, .ply = 5};
  node.bare_score = node.static_score = node.estimate = kBeta + lead;
  return node;
}

TableEntry known(Score score, int depth, Bound bound) {
  return {Move::none(), score, eval::kNoScore, depth, bound, false};
}

// ---------------------------------------------------------------------------------------------------------------------
// The table

// A bound leaves a set of possible scores. The question "below alpha, above beta, or what exactly?" is answered when
// all of them give the same answer.
TEST(TableBound, AnswersExactlyWhenAllScoresItAllowsGiveTheSameAnswer) {
  const auto is_possible = [](Score value, const TableEntry& entry) {
    switch (entry.bound) {
      case Bound::Exact: return value == entry.score;
      case Bound::Lower: return value >= entry.score;
      case Bound::Upper: return value <= entry.score;
      case Bound::None: break;
    }
    return true;
  };
  for (const Bound bound : {Bound::None, Bound::Upper, Bound::Lower, Bound::Exact}) {
    for (Score score = -4; score <= 4; ++score) {
      for (Score alpha = -4; alpha <= 3; ++alpha) {
        for (Score beta = alpha + 1; beta <= 4; ++beta) {
          int possible = 0;
          int above = 0;
          int below = 0;
          for (Score value = -10; value <= 10; ++value) {
            if (!is_possible(value, known(score, 1, bound))) continue;
            ++possible;
            above += value >= beta ? 1 : 0;
            below += value <= alpha ? 1 : 0;
          }
          const bool answered = possible == 1 || above == possible || below == possible;
          ASSERT_EQ(is_bound_for(known(score, 1, bound), alpha, beta), answered)
              << score << " " << alpha << " " << beta;
        }
      }
    }
  }
}

// The table has counted from a position with another fifty-move count.
TEST(TableAnswers, NoMateThatTheFiftyMoveDrawComesBefore) {
  for (int count = 0; count < params::kTableCutoffMaxFiftyMoveCount; ++count) {
    const Position position = position_of(fmt::format("8/8/8/8/8/4k3/8/KQ6 w - - {} 80", count));
    for (int plies = 1; plies <= 120; ++plies) {
      Node node = node_ahead_of_beta(0, 8);
      const auto answers = [&](Score score, Bound bound) {
        node.known = known(score, 20, bound);
        return table_answers(node, position);
      };
      const bool in_time = count + plies <= 100;
      ASSERT_EQ(answers(eval::mate_in(node.ply + plies), Bound::Lower), in_time) << count << " " << plies;
      ASSERT_EQ(answers(eval::mated_in(node.ply + plies), Bound::Upper), in_time) << count << " " << plies;
      ASSERT_EQ(answers(eval::tablebase_win_in(node.ply + plies), Bound::Exact), in_time) << count << " " << plies;
      ASSERT_EQ(answers(-eval::tablebase_win_in(node.ply + plies), Bound::Exact), in_time) << count << " " << plies;
      ASSERT_TRUE(answers(eval::kHighestEvaluation, Bound::Lower));
    }
  }
}

TEST(TableAnswers, OnlyWhenDeepEnoughOffThePrincipalVariationAndFarFromTheFiftyMoveDraw) {
  const Position position = chess::start_position();
  Node node = node_ahead_of_beta(0, 8);
  EXPECT_FALSE(table_answers(node, position)) << "nothing is known";
  for (int depth = -1; depth < 16; ++depth) {
    node.known = known(kBeta, depth, Bound::Lower);
    EXPECT_EQ(table_answers(node, position), depth >= node.depth) << depth;
  }
  node.known = known(kBeta - 1, 16, Bound::Lower);
  EXPECT_FALSE(table_answers(node, position)) << "the bound says nothing about beta";
  node.known = known(kBeta, 16, Bound::Exact);
  ASSERT_TRUE(table_answers(node, position));
  node.is_pv = true;
  EXPECT_FALSE(table_answers(node, position));
  node.is_pv = false;
  EXPECT_TRUE(table_answers(node, position_of("4k3/8/8/8/8/8/8/R3K3 w - - 50 80")));
  EXPECT_FALSE(table_answers(node, position_of("4k3/8/8/8/8/8/8/R3K3 w - - 99 80")));
}

TEST(BestEstimate, IsTheEvaluationCorrectedByWhatTheTableKnows) {
  for (Score evaluation = -50; evaluation <= 50; evaluation += 10) {
    EXPECT_EQ(best_estimate(evaluation, std::nullopt), evaluation);
    for (Score score = -55; score <= 55; score += 10) {
      EXPECT_EQ(best_estimate(evaluation, known(score, 3, Bound::Lower)), std::max(evaluation, score));
      EXPECT_EQ(best_estimate(evaluation, known(score, 3, Bound::Upper)), std::min(evaluation, score));
      EXPECT_EQ(best_estimate(evaluation, known(score, 3, Bound::Exact)), score);
      EXPECT_EQ(best_estimate(evaluation, known(score, -1, Bound::None)), evaluation);
    }
    for (const Score score : kDecisive) EXPECT_EQ(best_estimate(evaluation, known(score, 3, Bound::Exact)), evaluation);
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// Reverse futility

TEST(ReverseFutility, ReturnsAScoreBetweenBetaAndTheEstimate) {
  int pruned = 0;
  for (int depth = 1; depth <= 30; ++depth) {
    for (Score lead = -100; lead <= 2000; lead += 50) {
      const Node node = node_ahead_of_beta(lead, depth);
      const auto score = try_reverse_futility(node);
      if (!score) continue;
      ++pruned;
      ASSERT_GE(*score, node.beta);
      ASSERT_LE(*score, node.estimate);
      ASSERT_GT(node.estimate, node.beta);
    }
  }
  EXPECT_GT(pruned, 50);
  EXPECT_FALSE(try_reverse_futility(node_ahead_of_beta(5000, 30))) << "deep nodes are searched";
}

TEST(ReverseFutility, WhatIsEnoughAtOneDepthIsEnoughWithMoreLeadLessDepthOrARisingEvaluation) {
  for (int depth = 2; depth <= 12; ++depth) {
    for (Score lead = 0; lead <= 2000; lead += 10) {
      if (!try_reverse_futility(node_ahead_of_beta(lead, depth))) continue;
      ASSERT_TRUE(try_reverse_futility(node_ahead_of_beta(lead + 10, depth)));
      ASSERT_TRUE(try_reverse_futility(node_ahead_of_beta(lead, depth - 1)));
      Node improving = node_ahead_of_beta(lead, depth);
      improving.improving = true;
      ASSERT_TRUE(try_reverse_futility(improving));
    }
  }
}

TEST(ReverseFutility, AsksForMoreWhereEvaluationsHaveOftenBeenWrong) {
  Score enough = 0;
  while (!try_reverse_futility(node_ahead_of_beta(enough, 4))) ++enough;
  Node node = node_ahead_of_beta(enough, 4);
  node.uncertainty = 50;
  EXPECT_FALSE(try_reverse_futility(node));
}

TEST(ReverseFutility, NeverInAPrincipalVariationOrAgainstMates) {
  const Node open = node_ahead_of_beta(1500, 3);
  ASSERT_TRUE(try_reverse_futility(open));
  Node was_pv = open;
  was_pv.was_pv = true;
  EXPECT_FALSE(try_reverse_futility(was_pv));
  for (const Score score : kDecisive) {
    Node node = open;
    node.beta = score;
    node.estimate = eval::kMate;
    EXPECT_FALSE(try_reverse_futility(node)) << score;
    node = open;
    node.estimate = score;
    EXPECT_FALSE(try_reverse_futility(node)) << score;
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// Razoring

TEST(Razoring, OnlyFarBelowAlphaInShallowNodesOffThePrincipalVariation) {
  for (int depth = 1; depth <= 12; ++depth) {
    EXPECT_FALSE(is_worth_razoring(node_ahead_of_beta(0, depth))) << depth;
    for (Score lead = -3000; lead <= 0; lead += 50) {
      Node node = node_ahead_of_beta(lead, depth);
      if (!is_worth_razoring(node)) continue;
      ASSERT_TRUE(is_worth_razoring(node_ahead_of_beta(lead - 50, depth)));
      if (depth > 1) {
        ASSERT_TRUE(is_worth_razoring(node_ahead_of_beta(lead, depth - 1)));
      }
      node.is_pv = true;
      ASSERT_FALSE(is_worth_razoring(node));
    }
  }
  EXPECT_TRUE(is_worth_razoring(node_ahead_of_beta(-2000, 1)));
  EXPECT_FALSE(is_worth_razoring(node_ahead_of_beta(-2000, 12)));
}

// ---------------------------------------------------------------------------------------------------------------------
// Null move

TEST(HasPieces, MeansAnythingButKingAndPawns) {
  test::for_each_position_of_random_games(3, [](const Position& position) {
    for (const chess::Color color : chess::kColors) {
      bool found = false;
      for (const chess::Square square : position.pieces(color)) {
        const chess::PieceType type = position.piece_on(square).type();
        found = found || (type != chess::PieceType::King && type != chess::PieceType::Pawn);
      }
      ASSERT_EQ(has_pieces(position, color), found) << chess::to_fen(position);
    }
  });
  EXPECT_FALSE(has_pieces(position_of("rnbqkbnr/8/8/8/8/8/PPPPPPPP/4K3 w kq - 0 1"), chess::Color::White));
}

TEST(NullMove, NeverWithPawnsAlone) {
  constexpr const char* kOnlyPawns[] = {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/4K3 w kq - 0 1",
                                        "4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQ - 0 1"};
  constexpr const char* kAKnightMore[] = {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/4K1N1 w kq - 0 1",
                                          "4k1n1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQ - 0 1"};
  for (int depth = 1; depth <= 40; ++depth) {
    const Node node = node_ahead_of_beta(1000, depth);
    for (const char* fen : kOnlyPawns) EXPECT_FALSE(may_try_null_move(node, position_of(fen))) << fen << " " << depth;
    for (const char* fen : kAKnightMore) {
      EXPECT_EQ(may_try_null_move(node, position_of(fen)), depth >= params::kNullMoveMinDepth) << fen << " " << depth;
    }
  }
}

TEST(NullMove, NeverBelowBetaInAPrincipalVariationOrAgainstMates) {
  const Position position = chess::start_position();
  const Node open = node_ahead_of_beta(300, 8);
  ASSERT_TRUE(may_try_null_move(open, position));
  Node node = open;
  node.is_pv = true;
  EXPECT_FALSE(may_try_null_move(node, position));
  node = open;
  node.estimate = kBeta - 1;
  EXPECT_FALSE(may_try_null_move(node, position)) << "what the table knows speaks against it";
  node = open;
  node.static_score = kBeta - 1000;
  EXPECT_FALSE(may_try_null_move(node, position)) << "the evaluation alone speaks against it";
  for (const Score score : kDecisive) {
    node = open;
    node.beta = score;
    node.estimate = node.static_score = eval::kMate;
    EXPECT_FALSE(may_try_null_move(node, position)) << score;
  }
}

TEST(NullMove, IsTestedLessDeepTheDeeperTheNodeAndTheGreaterTheLead) {
  for (int depth = params::kNullMoveMinDepth; depth <= 60; ++depth) {
    for (Score lead = 0; lead <= 5000; lead += 50) {
      const int reduction = null_move_reduction(node_ahead_of_beta(lead, depth));
      ASSERT_GE(reduction, 2) << "a pass must come cheap";
      ASSERT_GE(null_move_reduction(node_ahead_of_beta(lead, depth + 1)), reduction);
      ASSERT_GE(null_move_reduction(node_ahead_of_beta(lead + 50, depth)), reduction);
      ASSERT_LE(reduction, null_move_reduction(node_ahead_of_beta(0, depth)) + params::kNullMoveMaxScoreReduction);
    }
  }
  EXPECT_GT(null_move_reduction(node_ahead_of_beta(0, 30)), null_move_reduction(node_ahead_of_beta(0, 5)));
  EXPECT_GT(null_move_reduction(node_ahead_of_beta(1000, 8)), null_move_reduction(node_ahead_of_beta(0, 8)));
}

// ---------------------------------------------------------------------------------------------------------------------
// ProbCut

TEST(ProbCut, AsksForMoreThanBetaAndForLessWhereTheEvaluationRises) {
  for (int depth = params::kProbCutMinDepth; depth <= 20; ++depth) {
    Node node = node_ahead_of_beta(0, depth);
    const auto goal = prob_cut_goal(node);
    ASSERT_TRUE(goal.has_value());
    EXPECT_GT(*goal, node.beta);
    node.improving = true;
    const auto lower_goal = prob_cut_goal(node);
    ASSERT_TRUE(lower_goal.has_value());
    EXPECT_GT(*lower_goal, node.beta);
    EXPECT_LT(*lower_goal, *goal);
  }
}

TEST(ProbCut, NotInShallowNodesAPrincipalVariationOrAgainstMates) {
  for (int depth = 0; depth < params::kProbCutMinDepth; ++depth) {
    EXPECT_FALSE(prob_cut_goal(node_ahead_of_beta(0, depth))) << depth;
  }
  Node node = node_ahead_of_beta(0, 10);
  node.is_pv = true;
  EXPECT_FALSE(prob_cut_goal(node));
  for (const Score score : kDecisive) {
    node = node_ahead_of_beta(0, 10);
    node.beta = score;
    EXPECT_FALSE(prob_cut_goal(node)) << score;
  }
}

TEST(ProbCut, NotWhereADeepResultOfTheTableSpeaksAgainstIt) {
  Node node = node_ahead_of_beta(0, 10);
  const Score goal = prob_cut_goal(node).value();
  node.known = known(goal - 1, node.depth, Bound::Upper);
  EXPECT_FALSE(prob_cut_goal(node));
  node.known = known(goal, node.depth, Bound::Lower);
  EXPECT_EQ(prob_cut_goal(node), goal);
  node.known = known(eval::kDraw, -1, Bound::None);
  EXPECT_EQ(prob_cut_goal(node), goal) << "an evaluation alone says nothing";
}

TEST(TableProbCut, IsForResultsFarAboveBetaFromANearlyAsDeepSearch) {
  Node node = node_ahead_of_beta(0, 10);
  const Score goal = node.beta + params::kTableProbCutMargin;
  node.known = known(goal, node.depth - params::kTableProbCutDepth, Bound::Lower);
  EXPECT_EQ(table_prob_cut(node), goal);
  const auto changed = [&](auto&& change) {
    Node other = node;
    change(other);
    return table_prob_cut(other);
  };
  EXPECT_FALSE(changed([](Node& other) { --other.known->score; }));
  EXPECT_FALSE(changed([](Node& other) { --other.known->depth; }));
  EXPECT_FALSE(changed([](Node& other) { other.known->bound = Bound::Upper; }));
  EXPECT_FALSE(changed([](Node& other) { other.known.reset(); }));
  EXPECT_FALSE(changed([](Node& other) { other.is_pv = true; }));
  EXPECT_FALSE(changed([](Node& other) { other.known->score = eval::mate_in(9); })) << "a mate is not guessed";
  for (const Score score : kDecisive) {
    EXPECT_FALSE(changed([&](Node& other) { other.beta = score; })) << score;
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// Internal iterative reduction

TEST(LessDepth, IsForDeepNodesThatMatterAndHaveNoMoveToBeginWith) {
  Node node = node_ahead_of_beta(0, 10);
  EXPECT_FALSE(lacks_a_first_move(node)) << "all moves must be searched anyway";
  for (bool Node::*const role : {&Node::is_pv, &Node::expect_cut}) {
    node = node_ahead_of_beta(0, 10);
    node.*role = true;
    EXPECT_TRUE(lacks_a_first_move(node));
    node.depth = 1;
    EXPECT_FALSE(lacks_a_first_move(node));
    node.depth = 10;
    node.table_move = Move::normal(*chess::Square::parse("e2"), *chess::Square::parse("e4"));
    EXPECT_FALSE(lacks_a_first_move(node));
  }
}

}  // namespace
}  // namespace rocada::search
