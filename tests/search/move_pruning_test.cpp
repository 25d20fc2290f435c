#include "search/move_pruning.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/legality.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/see.h"
#include "search/params.h"
#include "support/positions.h"
#include "support/random_games.h"

namespace rocada::search {
namespace {

using chess::Move;
using chess::Position;
using eval::Score;
using test::move_of;
using test::position_of;

constexpr int kFirst = 1;
constexpr int kTerrible = -3 * params::kHistoryLimit;

// Asked whether some move beats alpha, which the evaluation leads by so much.
Node node_ahead_of_alpha(Score lead, int depth) {
  constexpr Score kAlpha = 30;
  Node node{.depth = depth, .alpha = kAlpha, .beta = kAlpha + 1, .ply = 5};
  node.bare_score = node.static_score = node.estimate = kAlpha + lead;
  return node;
}

MoveFacts facts_of(const Position& position, Move move, int number, int history) {
  return {number, position.is_quiet(move), chess::gives_check(position, move), history};
}

bool is_hopeless(const Node& node, const Position& position, Move move, const MoveFacts& facts) {
  return left_out(node, position, move, facts).this_move;
}

// A quiet move that nothing but its number speaks against.
class LateMoves : public ::testing::Test {
 protected:
  LeftOut left_out_at(const Node& node, int number) const {
    return left_out(node, position_, move_, facts_of(position_, move_, number, params::kHistoryLimit));
  }
  bool is_last(const Node& node, int number) const { return left_out_at(node, number).quiets_after_it; }

  const Position position_ = position_of("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
  const Move move_ = move_of(position_, "Rb1");
};

TEST_F(LateMoves, TheLastQuietOneComesLaterWithDepthAndARisingEvaluation) {
  for (int depth = 1; depth <= 30; ++depth) {
    Node node = node_ahead_of_alpha(0, depth);
    int number = 1;
    while (!is_last(node, number)) ++number;
    EXPECT_TRUE(is_last(node, number + 1)) << "and so are all after it";
    EXPECT_FALSE(is_last(node_ahead_of_alpha(0, depth + 1), number)) << depth;
    node.improving = true;
    EXPECT_FALSE(is_last(node, number)) << depth;
  }
}

TEST_F(LateMoves, OnlyThoseAfterTheLastAreLeftOut) {
  const Node node = node_ahead_of_alpha(2000, 3);
  int number = 1;
  for (; !is_last(node, number); ++number) EXPECT_FALSE(left_out_at(node, number).this_move) << number;
  EXPECT_FALSE(left_out_at(node, number).this_move);
  EXPECT_TRUE(left_out_at(node, number + 1).this_move);
}

TEST_F(LateMoves, GoOnComingWhereOneOfThemMayBeACheckThatWins) {
  Node node = node_ahead_of_alpha(2000, 3);
  node.checks_win = true;
  EXPECT_FALSE(is_last(node, 200));
  EXPECT_TRUE(left_out_at(node, 200).this_move);
}

// In 3-check a check may win by itself: nothing else known of the move counts.
TEST(Hopeless, NeverIsACheckWhereChecksWin) {
  int checks = 0;
  int pruned_elsewhere = 0;
  test::for_each_position_of_random_games(20, [&](const Position& position) {
    if (!position.rules().check_is_progress()) return;
    for (const Move move : chess::legal_moves(position)) {
      if (!chess::gives_check(position, move)) continue;
      ++checks;
      Node node = node_ahead_of_alpha(-5000, 1);
      node.checks_win = true;
      ASSERT_FALSE(is_hopeless(node, position, move, facts_of(position, move, 100, kTerrible)))
          << chess::to_fen(position) << " " << chess::to_coordinates(move);
      node.checks_win = false;
      pruned_elsewhere += is_hopeless(node, position, move, facts_of(position, move, 100, kTerrible)) ? 1 : 0;
    }
  });
  EXPECT_GT(checks, 100);
  EXPECT_GT(pruned_elsewhere, 10) << "these checks throw material away";
}

// A check is never a question of the evaluation, only of what it costs.
TEST(Hopeless, ACheckIsLeftOutOnlyWhenItLosesMaterial) {
  test::for_each_position_of_random_games(10, [](const Position& position) {
    for (const Move move : chess::legal_moves(position)) {
      if (!chess::gives_check(position, move) || !chess::see_at_least(position, move, 0)) continue;
      ASSERT_FALSE(is_hopeless(node_ahead_of_alpha(-5000, 1), position, move, facts_of(position, move, 100, kTerrible)))
          << chess::to_fen(position) << " " << chess::to_coordinates(move);
    }
  });
}

// Whatever spares a move must go on sparing it when more speaks for it.
TEST(Hopeless, AMoveIsNotLeftOutForABetterHistoryEvaluationOrEarlierTurn) {
  int spared = 0;
  int pruned = 0;
  test::for_each_position_of_random_games(2, [&](const Position& position) {
    for (const Move move : chess::legal_moves(position)) {
      for (const int depth : {1, 3, 6, 10}) {
        for (const Score lead : {-1000, -300, -100, 0}) {
          const Node node = node_ahead_of_alpha(lead, depth);
          const MoveFacts facts = facts_of(position, move, 6, -2000);
          if (is_hopeless(node, position, move, facts)) {
            ++pruned;
            continue;
          }
          ++spared;
          MoveFacts better = facts;
          better.history += 3000;
          ASSERT_FALSE(is_hopeless(node, position, move, better));
          ASSERT_FALSE(is_hopeless(node_ahead_of_alpha(lead + 200, depth), position, move, facts));
          Node improving = node;
          improving.improving = true;
          ASSERT_FALSE(is_hopeless(improving, position, move, facts));
        }
      }
    }
  });
  EXPECT_GT(spared, 1000);
  EXPECT_GT(pruned, 1000);
}

TEST(Hopeless, AQuietMoveFarBelowAlphaIsUnlessTheNodeIsDeepOrInCheck) {
  const Position position = position_of("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
  const Move move = move_of(position, "Rb1");
  const MoveFacts facts = facts_of(position, move, kFirst, 0);
  EXPECT_TRUE(is_hopeless(node_ahead_of_alpha(-900, 2), position, move, facts));
  EXPECT_FALSE(is_hopeless(node_ahead_of_alpha(0, 2), position, move, facts));
  EXPECT_FALSE(is_hopeless(node_ahead_of_alpha(-900, 20), position, move, facts));
  Node in_check = node_ahead_of_alpha(-900, 2);
  in_check.in_check = true;
  EXPECT_FALSE(is_hopeless(in_check, position, move, facts)) << "in check the evaluation means nothing";
}

TEST(Hopeless, AQuietMoveWithATerribleHistoryIsInAShallowNodeOnly) {
  const Position position = position_of("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
  const Move move = move_of(position, "Rb1");
  EXPECT_TRUE(is_hopeless(node_ahead_of_alpha(300, 2), position, move, facts_of(position, move, kFirst, kTerrible)));
  EXPECT_FALSE(is_hopeless(node_ahead_of_alpha(300, 20), position, move, facts_of(position, move, kFirst, kTerrible)));
}

TEST(Hopeless, AMoveThatLosesTooMuchForTheDepthIs) {
  // Quiet, into the pawn's reach; and a queen for a defended pawn.
  const Position position = position_of("6k1/5ppp/3p4/4p3/8/8/Q4PPP/4R1K1 w - - 0 1");
  for (const char* text : {"Re4", "Qd5", "Rxe5"}) {
    const Move move = move_of(position, text);
    const bool loses = !chess::see_at_least(position, move, 0);
    const MoveFacts facts = facts_of(position, move, kFirst, 0);
    EXPECT_EQ(is_hopeless(node_ahead_of_alpha(300, 1), position, move, facts), loses) << text;
    EXPECT_FALSE(is_hopeless(node_ahead_of_alpha(300, 25), position, move, facts)) << text;
  }
}

TEST(Hopeless, ACaptureFarBelowAlphaIsUnlessItsVictimMakesUpForIt) {
  const Position pawn = position_of("6k1/5ppp/8/3p4/4P3/8/5PPP/6K1 w - - 0 1");
  const Position queen = position_of("6k1/5ppp/8/3q4/4P3/8/5PPP/6K1 w - - 0 1");
  const Move move = move_of(pawn, "exd5");
  const Node node = node_ahead_of_alpha(-900, 2);
  EXPECT_TRUE(is_hopeless(node, pawn, move, facts_of(pawn, move, kFirst, 0)));
  EXPECT_FALSE(is_hopeless(node, queen, move, facts_of(queen, move, kFirst, 0)));
  EXPECT_FALSE(is_hopeless(node_ahead_of_alpha(-900, 20), pawn, move, facts_of(pawn, move, kFirst, 0)));
}

TEST(Hopeless, APromotionIsNotForTheEvaluationsSake) {
  const Position position = position_of("8/P6k/8/8/8/8/8/K7 w - - 0 1");
  const Move move = move_of(position, "a8=Q");
  EXPECT_FALSE(is_hopeless(node_ahead_of_alpha(-5000, 1), position, move, facts_of(position, move, 50, kTerrible)));
}

}  // namespace
}  // namespace rocada::search
