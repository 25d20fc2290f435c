#include "app/suite.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "chess/notation.h"

namespace rocada::app {
namespace {

using chess::Variant;

// White mates by Ra8, and has quiet moves too.
constexpr const char* kBackRank = "6k1/5ppp/8/8/8/8/8/R3K3 w Q -";
constexpr eval::Score kSomeScore = 35;

game::EpdRecord record(const std::string& operations) {
  return game::parse_epd(std::string(kBackRank) + ' ' + operations).value();
}

SuiteTask task(const std::string& operations) {
  const auto parsed = parse_suite_task(record(operations));
  EXPECT_TRUE(parsed.ok()) << operations << ": " << parsed.error().message;
  return parsed ? *parsed : SuiteTask();
}

std::string error_of(const std::string& operations) {
  const auto parsed = parse_suite_task(record(operations));
  return parsed ? "no error" : parsed.error().message;
}

chess::Move move(std::string_view text) { return chess::parse_move(record("").position, text).value(); }

bool solves(const std::string& operations, std::string_view played, eval::Score score = kSomeScore) {
  return task(operations).is_solved_by(move(played), score);
}

std::string text_of(const std::string& operations) { return to_text(task(operations), record("").position); }

TEST(SuiteTask, OneOfTheBestMovesMustBePlayed) {
  EXPECT_TRUE(solves("bm Ra8#;", "a1a8"));
  EXPECT_TRUE(solves("bm a1a8;", "a1a8"));
  EXPECT_FALSE(solves("bm Ra8;", "a1a7"));
  EXPECT_TRUE(solves("bm Ra7 Ra8+ O-O-O;", "a1a7"));
  EXPECT_TRUE(solves("bm \"Ra7 Ra8+ O-O-O\";", "O-O-O"));
  EXPECT_FALSE(solves("bm Ra7 Ra8+ O-O-O;", "e1e2"));
}

TEST(SuiteTask, NoneOfTheMovesToAvoidMayBePlayed) {
  EXPECT_FALSE(solves("am Ra7 Ra6;", "a1a6"));
  EXPECT_TRUE(solves("am Ra7 Ra6;", "a1a8"));
}

TEST(SuiteTask, EverythingALineAsksForMustHold) {
  EXPECT_TRUE(solves("bm Ra8 Ra7; am Ra7;", "a1a8"));
  EXPECT_FALSE(solves("bm Ra8 Ra7; am Ra7;", "a1a7"));
  EXPECT_FALSE(solves("bm Ra8; dm 1;", "a1a8"));
  EXPECT_TRUE(solves("bm Ra8; dm 1;", "a1a8", eval::mate_in(1)));
  EXPECT_FALSE(solves("bm Ra8; dm 1;", "a1a7", eval::mate_in(1)));
}

TEST(SuiteTask, AMateMustBeSeenInAtMostSoManyMoves) {
  for (const char* operations : {"dm 3;", "bm #3;"}) {
    EXPECT_TRUE(solves(operations, "a1a8", eval::mate_in(5)));
    EXPECT_TRUE(solves(operations, "a1a8", eval::mate_in(1)));
    EXPECT_FALSE(solves(operations, "a1a8", eval::mate_in(7)));
    EXPECT_FALSE(solves(operations, "a1a8", eval::mated_in(4)));
    EXPECT_FALSE(solves(operations, "a1a8", eval::kHighestEvaluation));
  }
}

TEST(SuiteTask, BeingMatedMustBeSeenToTheMove) {
  for (const char* operations : {"dm -3;", "bm #-3;"}) {
    EXPECT_TRUE(solves(operations, "a1a8", eval::mated_in(6)));
    EXPECT_FALSE(solves(operations, "a1a8", eval::mated_in(8)));
    EXPECT_FALSE(solves(operations, "a1a8", eval::mated_in(2)));
    EXPECT_FALSE(solves(operations, "a1a8", eval::mate_in(5)));
    EXPECT_FALSE(solves(operations, "a1a8", -eval::kInfinite)) << "a search stopped before its first result";
  }
}

TEST(SuiteTask, PointsAreReadInEveryForm) {
  for (const char* operations : {
           "bm Ra8; c7 \"Ra8# Ra7 Ke2\"; c8 \"10 4 3\"; c9 \"a1a8 a1a7 e1e2\";",
           "bm Ra8; c8 \"10 4 3\"; c7 \"Ra8# Ra7 Ke2\";",
           "bm Ra8; c0 \"Ra8#=10, Ra7=4, Ke2=3\";",
           "bm Ra8; c0 \"Ra8#=10,\" \"Ra7=4,\" Ke2=3;",
           "c0 \"Ra8#=10, Ra7=4, Ke2=3\";",
       }) {
    const SuiteTask parsed = task(operations);
    EXPECT_EQ(parsed.points_for(move("a1a8")), 10) << operations;
    EXPECT_EQ(parsed.points_for(move("a1a7")), 4) << operations;
    EXPECT_EQ(parsed.points_for(move("e1e2")), 3) << operations;
    EXPECT_EQ(parsed.points_for(move("e1f1")), 0) << operations;
    EXPECT_EQ(parsed.most_points(), 10) << operations;
    EXPECT_TRUE(parsed.is_solved_by(move("a1a8"), kSomeScore)) << operations;
    EXPECT_FALSE(parsed.is_solved_by(move("a1a7"), kSomeScore)) << operations;
  }
}

TEST(SuiteTask, CommentsAreNoPoints) {
  for (const char* operations : {"bm Ra8; c0 \"Polgar-Berkes 2003\";", "bm Ra8; c0 \"rating=1500\";",
                                 "bm Ra8; c8 \"a fine move\"; c9 \"by Lasker\";", "bm Ra8; c8 \"1922\";"}) {
    EXPECT_TRUE(task(operations).points.empty()) << operations;
    EXPECT_EQ(task(operations).most_points(), 0) << operations;
  }
}

TEST(SuiteTask, ErrorsNameTheOperation) {
  EXPECT_EQ(error_of("bm Qh5;").rfind("bm Qh5: ", 0), 0U) << error_of("bm Qh5;");
  EXPECT_EQ(error_of("bm Ra8; am e2e4;").rfind("am e2e4: ", 0), 0U) << error_of("bm Ra8; am e2e4;");
  EXPECT_EQ(error_of("dm soon;"), "'soon' is not a number of moves to mate");
  EXPECT_EQ(error_of("bm #;"), "'' is not a number of moves to mate");
  EXPECT_EQ(error_of("dm 0;"), "'0' is not a number of moves to mate");
  EXPECT_EQ(error_of("dm -2147483648;"), "'-2147483648' is not a number of moves to mate");
  EXPECT_EQ(error_of("bm Ra8; c8 \"10 4\"; c9 \"a1a8\";"), "c8 has 2 points for the 1 moves of c9");
  EXPECT_EQ(error_of("bm Ra8; c8 \"10 4\"; c9 \"a1a8 a1h8\";").rfind("c9 a1h8: ", 0), 0U);
  for (const char* empty : {"", "id \"x\";", "bm;", "c0 \"words\";"}) {
    EXPECT_EQ(error_of(empty), "nothing to find: no bm, am, dm or points") << empty;
  }
  const auto over = parse_suite_task(game::parse_epd("R5k1/5ppp/8/8/8/8/8/4K3 b - - dm -1;").value());
  ASSERT_FALSE(over.ok());
  EXPECT_EQ(over.error().message, "the game is over in this position");
}

TEST(SuiteTask, IsShownInWords) {
  EXPECT_EQ(text_of("bm a1a8 a1a7;"), "Ra8# Ra7");
  EXPECT_EQ(text_of("bm Ra8; am Ra7 Ke2;"), "Ra8#, not Ra7 Ke2");
  EXPECT_EQ(text_of("bm Ra8; dm 1;"), "Ra8#, mate in 1");
  EXPECT_EQ(text_of("bm #-12;"), "mated in 12");
}

TEST(Suite, BadLinesAreSkippedAndTheOthersKept) {
  const std::string board = kBackRank;
  std::istringstream file("# mates\n" + board + " bm Ra8; id \"first\";\n8/8 w\n\n" + board + " bm Rb2;\n" + board +
                          " dm 1;");
  const Suite suite = parse_suite(file, Variant::Standard);
  ASSERT_EQ(suite.positions.size(), 2U);
  EXPECT_EQ(suite.positions[0].id, "first");
  EXPECT_EQ(suite.positions[0].line, 2);
  EXPECT_EQ(suite.positions[1].id, "");
  EXPECT_EQ(suite.positions[1].line, 6);
  ASSERT_EQ(suite.skipped.size(), 2U);
  EXPECT_EQ(suite.skipped[0], "line 3, column 1: FEN ends before castling rights");
  EXPECT_EQ(suite.skipped[1].rfind("line 5: bm Rb2: ", 0), 0U) << suite.skipped[1];
}

TEST(Suite, ThreeCheckPositionsNeedTheirVariant) {
  const std::string line = "4k3/8/8/8/8/8/8/R3K3 w Q - 1+3 bm Ra8+;";
  std::istringstream normal(line);
  std::istringstream three_check(line);
  EXPECT_TRUE(parse_suite(normal, Variant::Standard).positions.empty());
  EXPECT_EQ(parse_suite(three_check, Variant::ThreeCheck).positions.size(), 1U);
}

TEST(Suite, AFileThatCannotBeReadIsAnError) {
  EXPECT_EQ(read_suite("/no/such.epd", Variant::Standard).error().message,
            "cannot read /no/such.epd: No such file or directory");
  EXPECT_EQ(read_suite("/", Variant::Standard).error().message.rfind("cannot read /: ", 0), 0U);
}

// The files beside the project. Those with points have them twice over, in columns and in a list.
TEST(Suite, EveryLineOfTheSharedSuitesCanBeUsed) {
  const std::filesystem::path data = ROCADA_SHARED_DATA_DIR;
  if (!std::filesystem::is_directory(data)) GTEST_SKIP() << data << " is not there";
  std::size_t files = 0;
  for (const char* folder : {"tactics", "mates"}) {
    for (const auto& entry : std::filesystem::directory_iterator(data / folder)) {
      if (entry.path().extension() != ".epd") continue;
      ++files;
      const auto suite = read_suite(entry.path(), Variant::Standard);
      ASSERT_TRUE(suite.ok()) << suite.error().message;
      EXPECT_FALSE(suite->positions.empty()) << entry.path();
      EXPECT_TRUE(suite->skipped.empty()) << entry.path() << ": " << suite->skipped.front();
      const bool gives_points = entry.path().filename().string().starts_with("sts_");
      for (const SuitePosition& position : suite->positions) {
        ASSERT_EQ(!position.task.points.empty(), gives_points) << entry.path() << ", line " << position.line;
      }
    }
  }
  EXPECT_GT(files, 0U);
}

}  // namespace
}  // namespace rocada::app
