#include "eval/wdl.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "chess/fen.h"
#include "eval/evaluator.h"
#include "eval/nnue/embedded_network.h"
#include "eval/wdl_params.h"
#include "support/positions.h"

namespace rocada::eval {
namespace {

// From all pieces to few, and under the rules of 3-check.
std::vector<chess::Position> positions_of_all_kinds() {
  return {chess::start_position(),
          test::position_of("r1bq1rk1/pp3ppp/2n1pn2/8/3P4/2N2N2/PP2BPPP/R2Q1RK1 w - - 0 1"),
          test::position_of("2r3k1/5ppp/8/8/8/8/1P3PPP/2R3K1 b - - 0 1"),
          test::position_of("8/5k2/8/8/8/4K3/4P3/8 w - - 0 1"),
          chess::start_position(chess::Variant::ThreeCheck),
          test::position_of("4k3/7p/8/8/8/8/7P/Q3K3 w - - 3+2 0 1", chess::Variant::ThreeCheck)};
}

void expect_fitted_for(const wdl_params::Network& network, chess::Variant variant) {
  const nnue::NetworkCard& card = nnue::embedded_network(variant)->card;
  EXPECT_EQ(network.name, card.name) << "run learn/fit-wdl for this network, see learn/README.md";
  EXPECT_EQ(network.checksum, card.checksum) << "run learn/fit-wdl for this network, see learn/README.md";
}

TEST(WinDrawLoss, IsFittedForTheEmbeddedNetworks) {
  expect_fitted_for(wdl_params::kChessNetwork, chess::Variant::Standard);
  expect_fitted_for(wdl_params::kThreeCheckNetwork, chess::Variant::ThreeCheck);
}

TEST(WinDrawLoss, IsFittedForEvaluationsThatFadeAsTheyDo) {
  EXPECT_EQ(wdl_params::kChessFullBoard, kFullBoard) << "run learn/fit-wdl, see learn/README.md";
  EXPECT_EQ(wdl_params::kChessFadePerPiece, kFadePerPiece) << "run learn/fit-wdl, see learn/README.md";
}

TEST(WinDrawLoss, ParametersAreSane) {
  const auto check = [](const auto& knots, double least_pawn) {
    for (std::size_t i = 0; i < knots.size(); ++i) {
      EXPECT_GE(knots[i].even_chance, least_pawn);
      EXPECT_GT(knots[i].spread, 10);
      if (i > 0) {
        EXPECT_GT(knots[i].pieces, knots[i - 1].pieces);
      }
    }
  };
  check(wdl_params::kChess, 100);
  check(wdl_params::kThreeCheck, 0);
}

TEST(WinDrawLoss, ChancesSumToOneAndGrowWithTheScore) {
  for (const chess::Position& position : positions_of_all_kinds()) {
    const ScoreScale scale(position);
    WinDrawLoss before{0, 0, 1000};
    for (Score score = -kInfinite; score <= kInfinite; ++score) {
      const WinDrawLoss wdl = scale.chances(score);
      ASSERT_EQ(wdl.win + wdl.draw + wdl.loss, 1000) << score;
      ASSERT_GE(std::min({wdl.win, wdl.draw, wdl.loss}), 0) << score;
      ASSERT_GE(wdl.win, before.win) << score;
      ASSERT_LE(wdl.loss, before.loss) << score;
      ASSERT_NEAR(scale.points(score), (wdl.win + wdl.draw / 2.0) / 1000, 0.0011) << score;
      before = wdl;
    }
    EXPECT_EQ(scale.chances(mated_in(2)), (WinDrawLoss{0, 0, 1000}));
    EXPECT_EQ(scale.chances(tablebase_win_in(5)), (WinDrawLoss{1000, 0, 0}));
  }
}

TEST(WinDrawLoss, PointsAreTheSameForBothSides) {
  for (const chess::Position& position : positions_of_all_kinds()) {
    const ScoreScale scale(position);
    EXPECT_DOUBLE_EQ(scale.points(0), 0.5);
    EXPECT_DOUBLE_EQ(scale.points(mate_in(3)), 1);
    EXPECT_DOUBLE_EQ(scale.points(mated_in(3)), 0);
    for (Score score = 0; score < 1000; ++score) {
      ASSERT_NEAR(scale.points(score) + scale.points(-score), 1, 1e-12);
      ASSERT_LT(scale.points(score), scale.points(score + 1)) << score;
    }
  }
}

TEST(WinDrawLoss, PeopleLetSlipWhatAnEngineKeeps) {
  const auto points = [](const chess::Position& position, int centipawns) {
    const ScoreScale scale(position);
    return scale.points_between_people(scale.score_of(centipawns));
  };
  const chess::Position full = chess::start_position();
  EXPECT_NEAR(points(full, 100), 0.62, 0.01);
  EXPECT_NEAR(points(full, 200), 0.73, 0.01);
  EXPECT_NEAR(points(full, 500), 0.92, 0.01);
  const chess::Position queen_up = test::position_of("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
  EXPECT_GT(points(queen_up, 330), 0.97) << "more is hardly ever shown of a queen against nothing";
  for (const chess::Position& position : positions_of_all_kinds()) {
    const ScoreScale scale(position);
    EXPECT_DOUBLE_EQ(scale.points_between_people(0), 0.5);
    EXPECT_DOUBLE_EQ(scale.points_between_people(mate_in(3)), 1);
    EXPECT_DOUBLE_EQ(scale.points_between_people(-tablebase_win_in(3)), 0);
    for (Score score = 1; score < 1000; ++score) {
      ASSERT_NEAR(scale.points_between_people(score) + scale.points_between_people(-score), 1, 1e-12);
      ASSERT_LT(scale.points_between_people(score - 1), scale.points_between_people(score));
      if (score < scale.score_of(100)) continue;
      ASSERT_LT(scale.points_between_people(score), scale.points(score));
    }
  }
}

TEST(ScoreScale, APawnAheadWinsEverySecondGame) {
  for (const chess::Position& position : positions_of_all_kinds()) {
    if (position.rules().check_is_progress()) continue;
    const ScoreScale scale(position);
    EXPECT_NEAR(scale.chances(scale.score_of(100)).win, 500, 2);
  }
}

TEST(ScoreScale, InThreeCheckAPawnAheadIsThreePointsOfFour) {
  for (const chess::Position& position : positions_of_all_kinds()) {
    if (!position.rules().check_is_progress()) continue;
    const ScoreScale scale(position);
    EXPECT_NEAR(scale.points(scale.score_of(100)), 0.75, 0.003);
  }
}

TEST(ScoreScale, WhatIsShownGrowsWithTheScoreAndIsTheSameForBothSides) {
  for (const chess::Position& position : positions_of_all_kinds()) {
    const ScoreScale scale(position);
    EXPECT_EQ(scale.centipawns(0), 0);
    for (Score score = 0; score < kMate; ++score) {
      ASSERT_LE(scale.centipawns(score), scale.centipawns(score + 1)) << score;
      ASSERT_EQ(scale.centipawns(-score), -scale.centipawns(score));
    }
    EXPECT_LT(scale.centipawns(kHighestEvaluation), scale.centipawns(kTablebaseWinInMaxPly));
    EXPECT_EQ(scale.centipawns(tablebase_win_in(7)), tablebase_win_in(7));
  }
}

TEST(ScoreScale, CentipawnsComeBackFromTheScoreTheyAreMadeOf) {
  for (const chess::Position& position : positions_of_all_kinds()) {
    const ScoreScale scale(position);
    for (int centipawns = -4000; centipawns <= 4000; ++centipawns) {  // beyond, evaluations have an end
      ASSERT_EQ(scale.centipawns(scale.score_of(centipawns)), centipawns);
    }
    EXPECT_FALSE(is_decisive(scale.score_of(1'000'000)));
    EXPECT_FALSE(is_decisive(scale.score_of(-1'000'000)));
  }
}

}  // namespace
}  // namespace rocada::eval
