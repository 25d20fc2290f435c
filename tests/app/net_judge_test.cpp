#include "app/net_judge.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <utility>
#include <vector>

#include "chess/fen.h"
#include "eval/nnue/embedded_network.h"

namespace rocada::app {
namespace {

using chess::Variant;

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

TEST(NetJudge, AnEvaluationThatIsRightInOtherUnitsExplainsAll) {
  std::vector<Verdict> verdicts;
  for (const double pawns : {-3.0, 0.5, 2.0, -0.25, 1.0, 4.0}) verdicts.push_back({pawns, logistic(0.64 * pawns)});
  const Grade grade = grade_of(verdicts);
  EXPECT_NEAR(grade.scale, 0.64, 1e-6);
  EXPECT_NEAR(grade.explained, 1, 1e-9);
  EXPECT_NEAR(grade.error, 0, 1e-6);
  EXPECT_EQ(grade.rank_correlation, 1);
}

TEST(NetJudge, AnEvaluationThatSaysNothingExplainsNothing) {
  const std::vector<Verdict> verdicts = {{0, 0.25}, {0, 0.75}, {0, 0.25}, {0, 0.75}};
  const Grade grade = grade_of(verdicts);
  EXPECT_NEAR(grade.explained, 0, 1e-12);
  EXPECT_NEAR(grade.error, 0.25, 1e-12);
}

TEST(NetJudge, TheRanksOfAReversedOrderAreOpposed) {
  const std::vector<Verdict> verdicts = {{3, 0.1}, {2, 0.4}, {1, 0.6}, {0, 0.9}};
  EXPECT_EQ(grade_of(verdicts).rank_correlation, -1);
}

std::optional<LabelledPosition> labelled(std::string_view line, Variant variant = Variant::Standard,
                                         JudgeAgainst against = JudgeAgainst::Search) {
  const auto parsed = parse_labelled(line, variant, against);
  EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : parsed.error().message);
  return parsed.ok() ? *parsed : std::nullopt;
}

TEST(NetJudge, LabelsAreTheSideToMovesAndResultsAreWhites) {
  const std::string black = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\tcp -200\t1";
  const auto by_search = labelled(black);
  ASSERT_TRUE(by_search);
  EXPECT_EQ(chess::to_fen(by_search->position), "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
  EXPECT_DOUBLE_EQ(by_search->expected, logistic(-1));
  EXPECT_DOUBLE_EQ(labelled(black, Variant::Standard, JudgeAgainst::Results)->expected, 0);
  const std::string white = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\tcp 100\t0.5";
  EXPECT_DOUBLE_EQ(labelled(white)->expected, logistic(0.5));
  EXPECT_DOUBLE_EQ(labelled(white, Variant::Standard, JudgeAgainst::Results)->expected, 0.5);
}

TEST(NetJudge, WhatIsDecidedOrInCheckIsLeftOut) {
  const std::string quiet = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\t";
  EXPECT_TRUE(labelled(quiet + "cp 1500\t1"));
  EXPECT_FALSE(labelled(quiet + "cp -1501\t0"));
  EXPECT_FALSE(labelled(quiet + "mate 3\t1"));
  EXPECT_FALSE(labelled("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1\tcp -400\t1"));
  const std::string three_check = "4k3/8/8/8/8/8/4P3/4K3 w - - 3+3 0 1\t";
  EXPECT_TRUE(labelled(three_check + "cp 2000\t1", Variant::ThreeCheck));
  EXPECT_FALSE(labelled(three_check + "cp 2001\t1", Variant::ThreeCheck));
}

// A pawn as shown is neither half nor twice what other programs call one, whatever the network's units are.
TEST(NetJudge, PawnsAreAboutThoseOfOtherPrograms) {
  constexpr double kLeastScale = 0.45;
  constexpr double kHighestScale = 0.85;  // in between, the pawns of Stockfish 15.1 have 0.64
  const std::filesystem::path folder = ROCADA_SHARED_DATA_DIR "/yardstick";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no labelled positions in " << folder;
  for (const auto& [file, variant] :
       {std::pair{"positions.tsv", Variant::Standard}, std::pair{"3check.tsv", Variant::ThreeCheck}}) {
    const auto judged =
        judge_file((folder / file).string(), variant, JudgeAgainst::Search, eval::nnue::embedded_network(variant));
    ASSERT_TRUE(judged.ok()) << judged.error().message;
    EXPECT_GT(judged->positions, 1000U) << file;
    EXPECT_GT(judged->grade.scale, kLeastScale) << file;
    EXPECT_LT(judged->grade.scale, kHighestScale) << file;
  }
}

}  // namespace
}  // namespace rocada::app
