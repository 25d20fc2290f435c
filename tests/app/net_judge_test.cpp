// `rocada net judge`: the figures, and files good and bad.
#include "app/net_judge.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <vector>

#include "chess/fen.h"
#include "support/process.h"
#include "support/temporary_file.h"

namespace rocada::app {
namespace {

using chess::Variant;
using test::run_rocada;
using test::TemporaryFile;

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

TEST(NetJudge, AnEvaluationThatIsRightInOtherUnitsExplainsAll) {
  std::vector<Verdict> verdicts;
  for (const double pawns : {-3.0, 0.5, 2.0, -0.25, 1.0, 4.0}) verdicts.push_back({pawns, logistic(0.64 * pawns)});
  const Judgement judgement = judge(verdicts);
  EXPECT_NEAR(judgement.scale, 0.64, 1e-6);
  EXPECT_NEAR(judgement.explained, 1, 1e-9);
  EXPECT_NEAR(judgement.error, 0, 1e-6);
  EXPECT_EQ(judgement.rank_correlation, 1);
}

TEST(NetJudge, AnEvaluationThatSaysNothingExplainsNothing) {
  const std::vector<Verdict> verdicts = {{0, 0.25}, {0, 0.75}, {0, 0.25}, {0, 0.75}};
  const Judgement judgement = judge(verdicts);
  EXPECT_NEAR(judgement.explained, 0, 1e-12);
  EXPECT_NEAR(judgement.error, 0.25, 1e-12);
}

TEST(NetJudge, TheRanksOfAReversedOrderAreOpposed) {
  const std::vector<Verdict> verdicts = {{3, 0.1}, {2, 0.4}, {1, 0.6}, {0, 0.9}};
  EXPECT_EQ(judge(verdicts).rank_correlation, -1);
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

TEST(NetJudge, TheCommandJudgesASmallFile) {
  const TemporaryFile file("labelled.tsv");
  file.write(
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\tcp 30\t0.5\n"
      "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\tcp 900\t1\n"
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1\tcp -900\t0\r\n"
      "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1\tcp -850\t1\n"
      "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1\tcp -400\t1\n"
      "8/8/8/8/8/5k2/8/4rK2 w - - 0 1\tmate -1\t0\n");
  for (const char* against : {"search", "results"}) {
    const test::Finished finished = run_rocada({"net", "judge", file.path(), "--against", against});
    EXPECT_EQ(finished.status, 0) << finished.error;
    double explained = 0;
    double error = 0;
    double correlation = 0;
    ASSERT_EQ(std::sscanf(finished.out.c_str(), "%lf%% explained, rms error %lf, rank correlation %lf,", &explained,
                          &error, &correlation),
              3)
        << finished.out;
    EXPECT_GT(explained, 90) << "who is a queen up wins: " << finished.out;
    EXPECT_LT(error, 0.1) << finished.out;
    EXPECT_TRUE(finished.out.ends_with(", 4 positions\n")) << finished.out;
  }
}

TEST(NetJudge, ABadLineIsNamedWithItsNumber) {
  const std::string good = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\tcp 100\t1\n";
  struct Bad {
    const char* line;
    const char* words;
  };
  for (const auto& [line, words] :
       {Bad{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 cp 100 1", "a line is FEN, label and result, with tabs between them"},
        Bad{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\tcp 100", "a line is FEN, label and result, with tabs between them"},
        Bad{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\tcp 100\t1\tx", "a line is FEN"},
        Bad{"4k3/8/8/8/8/8/4P3/8 w - - 0 1\tcp 100\t1", "white has no king"},
        Bad{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\tcp many\t1", "'cp many' is not a label like 'cp 35' or 'mate 3'"},
        Bad{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\tcp 100\t1-0", "'1-0' is not a result from 0 to 1"}, Bad{"", "a line"}}) {
    const TemporaryFile file("bad.tsv");
    file.write(good + good + line + "\n" + good);
    const test::Finished finished = run_rocada({"net", "judge", file.path()});
    EXPECT_EQ(finished.status, 2);
    EXPECT_NE(finished.error.find(fmt::format("rocada net: {}, line 3: ", file.path())), std::string::npos)
        << finished.error;
    EXPECT_NE(finished.error.find(words), std::string::npos) << finished.error;
  }
  const TemporaryFile file("same.tsv");
  file.write(good + good);
  EXPECT_NE(run_rocada({"net", "judge", file.path()}).error.find("has nothing to judge by"), std::string::npos);
  EXPECT_NE(run_rocada({"net", "judge", "/no/such.tsv"}).error.find("cannot read /no/such.tsv: No such file"),
            std::string::npos);
}

}  // namespace
}  // namespace rocada::app
