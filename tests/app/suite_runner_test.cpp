#include "app/suite_runner.h"

#include <gtest/gtest.h>

#include <sstream>

#include "app/suite_report.h"
#include "chess/notation.h"
#include "engine/engine.h"
#include "support/fake_engine.h"
#include "support/json_checker.h"
#include "support/shown_scores.h"

namespace rocada::app {
namespace {

// White mates by Ra8, and has quiet moves too.
constexpr const char* kMateOnTheBackRank = "6k1/5ppp/8/8/8/8/8/R3K3 w Q -";

Suite suite_of(const std::vector<std::string>& operations) {
  std::stringstream lines;
  for (const std::string& one : operations) lines << kMateOnTheBackRank << ' ' << one << '\n';
  return parse_suite(lines, chess::Variant::Standard);
}

chess::Move suite_move(std::string_view text) {
  return chess::parse_move(suite_of({"dm 1;"}).positions.front().position, text).value();
}

search::Finished finished(std::string_view best, std::uint64_t nodes, int time_ms) {
  search::Finished answer;
  answer.best = suite_move(best);
  answer.depth = 3;
  answer.effort.nodes = nodes;
  answer.effort.time = util::Milliseconds(time_ms);
  return answer;
}

search::Line line(std::string_view best, std::uint64_t nodes, int rank = 1) {
  search::Line told;
  told.rank = rank;
  told.moves = {suite_move(best)};
  told.effort.nodes = nodes;
  return told;
}

TEST(SolutionWatch, RemembersSinceWhenTheBestMoveStayedRight) {
  SolutionWatch watch(suite_of({"bm Ra8;"}).positions.front().task);
  watch.line(line("Ra8", 10));
  watch.line(line("Ra7", 20));
  watch.line(line("Ra8", 30));
  watch.line(line("Ra7", 35, 2));  // only the second best
  watch.line(line("Ra8", 40));
  watch.finished(finished("Ra8", 50, 5));
  ASSERT_TRUE(watch.answer().is_solved());
  EXPECT_EQ(watch.answer().to_solution->nodes, 30U);
  EXPECT_EQ(watch.answer().search.effort.nodes, 50U);
}

TEST(SolutionWatch, OnlyTheLastWordDecides) {
  SolutionWatch lost(suite_of({"bm Ra8;"}).positions.front().task);
  lost.line(line("Ra8", 10));
  lost.finished(finished("Ra7", 50, 5));
  EXPECT_FALSE(lost.answer().is_solved());

  SolutionWatch found(suite_of({"bm Ra8;"}).positions.front().task);
  found.line(line("Ra7", 10));
  found.finished(finished("Ra8", 50, 5));
  ASSERT_TRUE(found.answer().is_solved());
  EXPECT_EQ(found.answer().to_solution->nodes, 50U);
}

TEST(SuiteRunner, EachPositionIsANewGame) {
  test::FakeEngine engine;
  const Suite suite = suite_of({"bm Ra8;", "dm 4;", "dm -4;"});
  search::Limits limits;
  limits.nodes = 1000;
  std::vector<std::size_t> progress;
  const auto answers = solve_all(engine, suite, limits, [&](std::size_t done, std::size_t total) {
    progress.push_back(done);
    EXPECT_EQ(total, 3U);
  });
  EXPECT_EQ(answers.size(), 3U);
  EXPECT_EQ(progress, (std::vector<std::size_t>{1, 2, 3}));
  EXPECT_EQ(engine.calls, (std::vector<std::string>{"new_game", "start", "wait", "new_game", "start", "wait",
                                                    "new_game", "start", "wait"}));
  for (const auto& start : engine.starts) EXPECT_EQ(start.limits.nodes, 1000U);
  EXPECT_EQ(engine.starts[0].limits.mate, std::nullopt);
  EXPECT_EQ(engine.starts[1].limits.mate, 4);
  EXPECT_EQ(engine.starts[2].limits.mate, std::nullopt) << "only who mates can stop at the first proof";
}

TEST(SuiteRunner, AnswersDoNotDependOnThoseBefore) {
  const util::SteadyClock clock;
  engine::Engine engine(clock);
  std::stringstream twice;
  for (int i = 0; i < 2; ++i) twice << "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n";
  const Suite suite = parse_suite(twice, chess::Variant::Standard);
  search::Limits limits;
  limits.nodes = 5000;
  const auto answers = solve_all(engine, suite, limits, [](std::size_t, std::size_t) {});
  EXPECT_EQ(answers[0].search.best, answers[1].search.best);
  EXPECT_EQ(answers[0].search.score, answers[1].search.score);
  EXPECT_EQ(answers[0].search.depth, answers[1].search.depth);
  EXPECT_EQ(answers[0].search.effort.nodes, answers[1].search.effort.nodes);
}

// What the engine plays is given, so the report is known to the letter.
SuiteRun example() {
  SuiteRun run{"some.epd",
               {},
               suite_of({"bm Ra8; id \"a \\\"fine\\\" \xE9nd\";", "bm Ra7;", "c0 \"Ra8#=9, Ra7=4\"; id x;",
                         "am Ra8; id \"avoid\";", "bm Qh5;"}),
               {}};
  run.limits.nodes = 100;
  const search::Finished played[] = {finished("Ra8", 100, 10), finished("Ra8", 100, 20), finished("Ra7", 100, 30),
                                     finished("Ke2", 100, 40)};
  for (std::size_t i = 0; i < std::size(played); ++i) {
    SolutionWatch watch(run.suite.positions[i].task);
    watch.finished(played[i]);
    run.answers.push_back(watch.answer());
  }
  run.answers[1].search.score = eval::mate_in(1);
  run.answers[2].search.score = test::score_shown_as(-35, run.suite.positions[2].position);
  return run;
}

TEST(SuiteReport, ShowsWhatWasMissedAndTheTotals) {
  EXPECT_EQ(to_text(example()),
            "Missed:\n"
            "position  expected  played  score  depth  points\n"
            "line 2    Ra7       Ra8#    +M1    3      0\n"
            "x         Ra8#      Ra7     -0.35  3      4\n"
            "\n"
            "some.epd: 2 of 4 solved (50.0%), 4 of 9 points (44.4%), 1 skipped\n"
            "to a solution on average: nodes 100 time 25\n"
            "nodes 400 time 100 nps 4000\n");
}

TEST(SuiteReport, WithNothingMissedThereIsNoTable) {
  SuiteRun run = example();
  run.suite.positions.resize(1, run.suite.positions.front());
  run.suite.skipped.clear();
  run.answers.resize(1);
  EXPECT_EQ(to_text(run),
            "some.epd: 1 of 1 solved (100.0%)\n"
            "to a solution on average: nodes 100 time 10\n"
            "nodes 100 time 10 nps 10000\n");
}

TEST(SuiteReport, JsonIsValidWhateverTheFileSays) {
  const std::string json = to_json(example());
  EXPECT_TRUE(test::JsonChecker::accepts(json)) << json;
  for (
      const char* part : {
          R"({"file":"some.epd","limit":{"movetime_ms":null,"nodes":100,"depth":null},"solved":2,"total":4,)",
          R"("points":4,"most_points":9,"nodes":400,"time_ms":100,"average_to_solution":{"nodes":100,"time_ms":25},)",
          R"("id":"a \"fine\" \ufffdnd")",
          R"("id":null)",
          R"("expected":"Ra7","played":"Ra8#","solved":false,"points":0,"most_points":0,"score":{"mate":1},"depth":3,)",
          R"("score":{"cp":-35})",
          R"("to_solution":null)",
          R"("skipped":["line 5: bm Qh5: )",
      }) {
    EXPECT_NE(json.find(part), std::string::npos) << part << "\n" << json;
  }
}

}  // namespace
}  // namespace rocada::app
