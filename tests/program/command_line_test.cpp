// The command line of the real binary: right answers, and one clear line for wrong questions.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "program/clear_error.h"
#include "search/signature.h"
#include "support/json_checker.h"
#include "support/process.h"

namespace rocada::test {
namespace {

constexpr const char* kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  const std::size_t start = text.find_last_of('\n', end);
  return text.substr(start + 1, end - start);
}

std::filesystem::path write_file(const std::string& name, const std::string& text) {
  const auto path = std::filesystem::path(::testing::TempDir()) / (std::to_string(getpid()) + name);
  std::ofstream(path) << text;
  return path;
}

TEST(CommandLine, PerftEndsWithNodesTimeAndSpeed) {
  const Finished finished = run_rocada({"perft", "4"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.error, "");
  EXPECT_TRUE(last_line(finished.out).starts_with("nodes 197281 time ")) << finished.out;
  EXPECT_NE(last_line(finished.out).find(" nps "), std::string::npos);
}

TEST(CommandLine, DivideShowsEveryFirstMove) {
  const Finished finished = run_rocada({"perft", "2", "--divide", "--fen", kKiwipete});
  EXPECT_NE(finished.out.find("e1g1: 43\n"), std::string::npos) << finished.out;
  EXPECT_EQ(std::ranges::count(finished.out, ':'), 48);
  EXPECT_TRUE(last_line(finished.out).starts_with("nodes 2039 ")) << finished.out;
}

TEST(CommandLine, ThreadsHashAndVariantsGiveTheSameCounts) {
  EXPECT_TRUE(last_line(run_rocada({"perft", "4", "--fen", kKiwipete, "--threads", "2", "--hash", "8"}).out)
                  .starts_with("nodes 4085603 "));
  EXPECT_TRUE(last_line(run_rocada({"perft", "3", "--variant", "3check", "--fen",
                                    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 1+1 0 1"})
                            .out)
                  .starts_with("nodes 97848 "));
  const Finished chess960 =
      run_rocada({"perft", "1", "--divide", "--variant", "fischerandom", "--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"});
  EXPECT_NE(chess960.out.find("e1h1: 1\n"), std::string::npos) << chess960.out;
}

TEST(CommandLine, ASuiteThatHoldsExitsWithZeroAndOneThatDoesNotWithOne) {
  const std::string good = std::string(kKiwipete) + " ;D1 48 ;D2 2039 ;D3 97862 ;D4 4085603\n# comment\n\n";
  const auto holds = run_rocada({"perft", "--suite", write_file("good.epd", good), "--max-nodes", "100000"});
  EXPECT_EQ(holds.status, 0) << holds.out << holds.error;
  EXPECT_NE(holds.out.find("1 positions, 3 counts checked, 1 above the limit left out, 0 wrong"), std::string::npos)
      << holds.out;

  const std::string bad = std::string(kKiwipete) + " ;D1 48 ;D2 2038\n";
  const auto fails = run_rocada({"perft", "--suite", write_file("bad.epd", bad)});
  EXPECT_EQ(fails.status, 1);
  EXPECT_NE(fails.out.find("line 1: depth 2: expected 2038, counted 2039"), std::string::npos) << fails.out;

  const auto empty = run_rocada({"perft", "--suite", write_file("good.epd", good), "--max-nodes", "47"});
  EXPECT_EQ(empty.status, 2);
  EXPECT_NE(empty.error.find("nothing was checked"), std::string::npos) << empty.error;
}

// Whatever the search becomes, it will mate in one.
constexpr const char* kSuite =
    "6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; id \"mate\";\n"
    "6k1/5ppp/8/8/8/8/8/R3K3 w Q - dm 1;\n"
    "6k1/5ppp/8/8/8/8/8/R3K3 w Q - am Ra8; id \"patience\";\n"
    "6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8; c0 \"Ra8#=10, Ra7=3\";\n"
    "6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Rh8;\n";

TEST(CommandLine, ASuiteShowsWhatWasMissedAndTheTotals) {
  const auto path = write_file("suite.epd", kSuite);
  const Finished finished = run_rocada({"suite", path, "--nodes", "3000", "--threads", "1", "--hash", "2"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_NE(finished.out.find("patience  not Ra8#  Ra8#    +M1 "), std::string::npos) << finished.out;
  EXPECT_NE(finished.out.find("suite.epd: 3 of 4 solved (75.0%), 10 of 10 points (100.0%), 1 skipped\n"),
            std::string::npos)
      << finished.out;
  EXPECT_TRUE(last_line(finished.out).starts_with("nodes ")) << finished.out;
  EXPECT_EQ(std::ranges::count(finished.error, '\n'), 1) << finished.error;
  EXPECT_NE(finished.error.find("suite.epd, line 5: bm Rh8: "), std::string::npos) << finished.error;
}

TEST(CommandLine, ASuiteCanAnswerInJson) {
  const Finished finished = run_rocada({"suite", write_file("suite.epd", kSuite), "--depth", "3", "--json"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_TRUE(JsonChecker::accepts(finished.out)) << finished.out;
  EXPECT_NE(finished.out.find("\"solved\":3,\"total\":4,"), std::string::npos) << finished.out;
}

TEST(CommandLine, ASuiteOf3CheckIsSolvedByItsRules) {
  // Any check wins, and no other move does.
  const auto path = write_file("3check.epd", "4k3/8/8/8/8/8/8/R3K3 w Q - 1+3 bm Ra8+; dm 1;\n");
  const Finished finished = run_rocada({"suite", path, "--variant", "3check", "--nodes", "3000"});
  EXPECT_NE(finished.out.find("1 of 1 solved"), std::string::npos) << finished.out << finished.error;
}

TEST(CommandLine, EvalShowsTheBoardAndTheVerdict) {
  const Finished start = run_rocada({"eval"});
  EXPECT_EQ(start.status, 0);
  EXPECT_EQ(start.error, "");
  for (const char* part :
       {" 8 |   r    |   n    |", "Evaluation for white: ", "(white)", "Chances of side to move: "}) {
    EXPECT_NE(start.out.find(part), std::string::npos) << part << "\n" << start.out;
  }
  EXPECT_EQ(start.out.find("in check"), std::string::npos) << start.out;

  const Finished check = run_rocada({"eval", "4k3/8/8/8/8/8/8/K3R3 b - - 0 1"});
  EXPECT_EQ(check.status, 0);
  EXPECT_NE(check.out.find("(black)"), std::string::npos) << check.out;
  EXPECT_NE(check.out.find("The side to move is in check"), std::string::npos) << check.out;
}

TEST(CommandLine, EvalTakesAFenInOneOrInWords) {
  const Finished words =
      run_rocada({"eval", "4k3/8/8/8/8/8/8/R3K3", "b", "-", "-", "1+3", "0", "1", "--variant", "3check"});
  EXPECT_EQ(words.status, 0) << words.error;
  EXPECT_EQ(words.out, run_rocada({"eval", "--variant", "3check", "4k3/8/8/8/8/8/8/R3K3 b - - 1+3 0 1"}).out);
  EXPECT_NE(words.out.find("4k3/8/8/8/8/8/8/R3K3 b - - 1+3 0 1"), std::string::npos) << words.out;
}

TEST(CommandLine, BadInputGetsOneClearLineAndAStatus) {
  expect_one_clear_error({"dance"}, "dance");
  expect_one_clear_error({"perft"}, "say how deep");
  expect_one_clear_error({"perft", "0"}, "0");
  expect_one_clear_error({"perft", "-1"}, "-1");
  expect_one_clear_error({"perft", "99999"}, "99999");
  expect_one_clear_error({"perft", "abc"}, "abc");
  expect_one_clear_error({"perft", "3", "--dept", "4"}, "--dept");
  expect_one_clear_error({"perft", "3", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"}, "white has no king");
  expect_one_clear_error({"perft", "3", "--fen", ""}, "ends before the board");
  expect_one_clear_error({"perft", "3", "--fen"}, "--fen");
  expect_one_clear_error({"perft", "3", "--variant", "atomic"}, "atomic");
  expect_one_clear_error({"perft", "3", "--threads", "0"}, "0");
  expect_one_clear_error({"perft", "3", "--hash", "-4"}, "-4");
  expect_one_clear_error({"perft", "3", "--max-nodes", "5"}, "--max-nodes goes with --suite");
  expect_one_clear_error({"perft", "--suite", "/no/such/file.epd"}, "/no/such/file.epd: No such file");
  expect_one_clear_error({"perft", "--suite", "/"}, "cannot read /");
  expect_one_clear_error({"perft", "3", "--suite", "x"}, "leave out DEPTH");
  expect_one_clear_error(
      {"perft", "--suite", write_file("broken.epd", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5\nnonsense\n")}, "line 2");
  expect_one_clear_error({"perft", "--suite", write_file("empty.epd", "")}, "holds no positions");
  const std::string suite = write_file("suite.epd", kSuite);
  expect_one_clear_error({"suite"}, "file");
  expect_one_clear_error({"suite", "/no/such/file.epd"}, "/no/such/file.epd: No such file");
  expect_one_clear_error({"suite", "/"}, "cannot read /");
  expect_one_clear_error({"suite", write_file("empty.epd", "# nothing\n")}, "holds no position");
  expect_one_clear_error({"suite", suite, "--nodes", "5", "--depth", "3"}, "exclude each other");
  expect_one_clear_error({"suite", suite, "--nodes", "0"}, "0");
  expect_one_clear_error({"suite", suite, "--depth", "-1"}, "-1");
  expect_one_clear_error({"suite", suite, "--movetime", "0"}, "0");
  expect_one_clear_error({"suite", suite, "--threads", "0"}, "Threads");
  expect_one_clear_error({"suite", suite, "--hash", "0"}, "Hash");
  expect_one_clear_error({"suite", suite, "--variant", "atomic"}, "atomic");
  expect_one_clear_error({"eval", "8/8/8/8/8/8/8/8 w - - 0 1"}, "bad FEN: white has no king");
  expect_one_clear_error({"eval", ""}, "ends before the board");
  expect_one_clear_error({"eval", "--variant", "atomic"}, "atomic");
  const std::string list = write_file("list.txt", "milk, eggs\n");
  const auto expect_datagen_error = [](const std::string& nodes, const std::string& games, const std::string& out,
                                       const std::string& words) {
    expect_one_clear_error({"datagen", "--nodes", nodes, "--games", games, "--seed", "1", "--out", out}, words);
  };
  expect_datagen_error("0", "5", "/no/such/folder/games", "--nodes");
  expect_datagen_error("many", "5", "/no/such/folder/games", "many");
  expect_datagen_error("10", "-5", "/no/such/folder/games", "--games");
  expect_datagen_error("10", "5", "/no/such/folder/games", "cannot write /no/such/folder/games: No such file");
  expect_datagen_error("10", "5", list, "not a game file of Rocada");
  expect_one_clear_error({"datagen", "--games", "5", "--seed", "1", "--out", list}, "--nodes");
  expect_one_clear_error({"datagen", "--nodes", "5", "--games", "5", "--out", list}, "--seed");
  expect_one_clear_error({"data"}, "subcommand");
  for (const char* command : {"verify", "stats"}) {
    expect_one_clear_error({"data", command}, "files");
    expect_one_clear_error({"data", command, "/no/such/file"}, "cannot read /no/such/file: No such file");
    expect_one_clear_error({"data", command, "/"}, "cannot read /: ");
    expect_one_clear_error({"data", command, list}, "not a game file of Rocada");
    expect_one_clear_error({"data", command, list, "--threads", "0"}, "--threads");
  }
  expect_one_clear_error({"data", "expand", list}, "--out");
  expect_one_clear_error({"data", "expand", list, "--out", list}, "not a game file of Rocada");
  expect_one_clear_error({"data", "expand", list, "--out", list, "--validation-percent", "101"},
                         "--validation-percent");
  expect_one_clear_error({"data", "expand", list, "--out", list, "--max-score", "-1"}, "--max-score");
}

TEST(CommandLine, HelpAndVersionSucceed) {
  EXPECT_EQ(run_rocada({"--help"}).status, 0);
  EXPECT_TRUE(run_rocada({"--version"}).out.starts_with("Rocada "));
  EXPECT_EQ(run_rocada({"perft", "--help"}).status, 0);
}

// Every instruction level this processor has gives the same counts.
TEST(CommandLine, AllInstructionLevelsAgree) {
  int run = 0;
  for (const char* level : {"baseline", "v2", "v3"}) {
    setenv("ROCADA_LEVEL", level, 1);
    const Finished finished = run_rocada({"perft", "4", "--fen", kKiwipete});
    unsetenv("ROCADA_LEVEL");
    if (finished.status != 0) {
      EXPECT_NE(finished.error.find("is not a level"), std::string::npos) << finished.error;
      continue;
    }
    ++run;
    EXPECT_TRUE(last_line(finished.out).starts_with("nodes 4085603 ")) << level << ": " << finished.out;
  }
  EXPECT_GE(run, 1);
}

// "N nodes" of a bench, whose last line goes on with the speed.
std::string signature(const Finished& bench) {
  const std::string line = last_line(bench.out);
  return line.substr(0, line.find(" nodes ") + std::string_view(" nodes").size());
}

TEST(CommandLine, BenchGivesTheSameNodesAtEveryLevelAndTime) {
  std::set<std::string> signatures;
  for (const char* level : {"baseline", "v2", "v3", "v3"}) {
    setenv("ROCADA_LEVEL", level, 1);
    const Finished finished = run_rocada({"bench", "--depth", "5"});
    unsetenv("ROCADA_LEVEL");
    if (finished.status == 0) signatures.insert(signature(finished));
  }
  ASSERT_EQ(signatures.size(), 1U);
  EXPECT_GT(std::stoi(*signatures.begin()), 1000) << *signatures.begin();
  expect_one_clear_error({"bench", "--depth", "0"}, "0");
}

// With every compiler the same: this test runs in the builds of all of them.
TEST(CommandLine, BenchGivesTheNodesWrittenDown) {
  EXPECT_EQ(signature(run_rocada({"bench"})), fmt::format("{} nodes", search::kSearchSignature))
      << "what the search does has changed: write its nodes into src/search/signature.h";
}

// The public perft collections, where they stand beside the project.
class SharedPerftSuite : public ::testing::TestWithParam<const char*> {};

TEST_P(SharedPerftSuite, Holds) {
  const std::filesystem::path path = std::filesystem::path(ROCADA_SHARED_DATA_DIR) / GetParam();
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there";
  const std::string name = GetParam();
  const std::string variant = name.find("3check") != std::string::npos ? "3check"
                              : name.find("960") != std::string::npos || name.find("dfrc") != std::string::npos
                                  ? "fischerandom"
                                  : "normal";
  const Finished finished =
      run_rocada({"perft", "--suite", path, "--variant", variant, "--max-nodes", "1000000", "--threads", "2"});
  EXPECT_EQ(finished.status, 0) << finished.out << finished.error;
}

INSTANTIATE_TEST_SUITE_P(Files, SharedPerftSuite,
                         ::testing::Values("perft/cpw_positions.epd", "perft/dfrc_gen.epd",
                                           "perft/ferdy_doublecheck.epd", "perft/ferdy_enpassant.epd",
                                           "perft/ferdy_singlecheck.epd", "perft/fischer960.epd",
                                           "perft/random_marcel.epd", "perft/standard.epd", "perft/tricky.epd",
                                           "variants/3check_perft.epd"),
                         [](const auto& suite) {
                           std::string name = suite.param;
                           name = name.substr(name.find('/') + 1, name.rfind('.') - name.find('/') - 1);
                           return name;
                         });

}  // namespace
}  // namespace rocada::test
