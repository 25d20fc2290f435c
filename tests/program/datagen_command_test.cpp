// Data generation as a user runs it: generate, stop, go on, check, expand.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "data/random_games_with_scores.h"
#include "support/process.h"

namespace rocada::test {
namespace {

std::vector<std::string> datagen(const TemporaryFile& file, const std::string& games,
                                 const std::vector<std::string>& more = {}) {
  std::vector<std::string> line = {"datagen", "--nodes", "10", "--games", games, "--seed", "3", "--out", file.path()};
  line.insert(line.end(), more.begin(), more.end());
  return line;
}

TEST(DatagenCommand, FillsAFileThatTheOtherCommandsRead) {
  const TemporaryFile file("games");
  const TemporaryFile records("records");
  const Finished generated = run_rocada(datagen(file, "3", {"--threads", "2", "--chess960-percent", "100"}));
  EXPECT_EQ(generated.status, 0) << generated.error;
  EXPECT_NE(generated.out.find("3 games; added 3 with "), std::string::npos) << generated.out;

  const Finished verified = run_rocada({"data", "verify", file.path(), "--threads", "2"});
  EXPECT_EQ(verified.status, 0) << verified.error;
  EXPECT_NE(verified.out.find(": 3 games, "), std::string::npos) << verified.out;
  EXPECT_NE(verified.out.find(" 0 problems\n"), std::string::npos) << verified.out;

  const Finished counted = run_rocada({"data", "stats", file.path(), file.path()});
  EXPECT_EQ(counted.status, 0) << counted.error;
  EXPECT_TRUE(counted.out.starts_with("6 games, ")) << counted.out;

  const Finished expanded = run_rocada(
      {"data", "expand", file.path(), "--out", records.path(), "--min-ply", "10", "--validation-percent", "0"});
  EXPECT_EQ(expanded.status, 0) << expanded.error;
  EXPECT_NE(expanded.out.find(" 0 of them held out"), std::string::npos) << expanded.out;
  EXPECT_GT(records.size(), 0u);
  EXPECT_EQ(records.size() % 32, 0u);
}

TEST(DatagenCommand, ScoresASampleAlone) {
  const TemporaryFile file("games");
  const TemporaryFile records("records");
  const Finished alone = run_rocada(datagen(file, "2", {"--sample-percent", "50"}));
  EXPECT_NE(alone.status, 0);
  EXPECT_NE(alone.error.find("--sample-percent requires --sample-nodes"), std::string::npos) << alone.error;
  EXPECT_EQ(run_rocada(datagen(file, "2", {"--sample-nodes", "20", "--sample-percent", "50"})).status, 0);
  const Finished counted = run_rocada({"data", "stats", file.path()});
  EXPECT_EQ(counted.out.find("  without score                   0 "), std::string::npos) << counted.out;
  EXPECT_EQ(run_rocada({"data", "expand", file.path(), "--out", records.path()}).status, 0);
  EXPECT_GT(records.size(), 0u);
}

TEST(DatagenCommand, GoesOnWithTheSameSettingsOnly) {
  const TemporaryFile file("games");
  EXPECT_EQ(run_rocada(datagen(file, "1")).status, 0);
  const Finished more = run_rocada(datagen(file, "2"));
  EXPECT_EQ(more.status, 0) << more.error;
  EXPECT_NE(more.out.find(": 2 games; added 1 with "), std::string::npos) << more.out;
  const Finished other = run_rocada(datagen(file, "3", {"--chess960-percent", "1"}));
  EXPECT_EQ(other.status, 2);
  EXPECT_NE(other.error.find("cannot be continued: it has 15% of Chess960, not 1%"), std::string::npos) << other.error;
}

TEST(DatagenCommand, ProblemsHaveAStatusOfTheirOwn) {
  const TemporaryFile file("games");
  auto games = random_games(2);
  games[1].moves[0].move = chess::Move::none();
  write_games(file.path(), games);
  const Finished verified = run_rocada({"data", "verify", file.path()});
  EXPECT_EQ(verified.status, 1);
  EXPECT_NE(verified.out.find(": block 1: game 1, move 1: a1a1 is not legal in "), std::string::npos) << verified.out;
}

TEST(DatagenCommand, EndsWhenItsTimeIsOver) {
  const TemporaryFile file("games");
  const Finished finished = run_rocada(datagen(file, "1000000000", {"--seconds", "0.05"}));
  EXPECT_EQ(finished.status, 0) << finished.error;
  EXPECT_NE(finished.out.find("Stopped early."), std::string::npos) << finished.out;
  EXPECT_TRUE(read_games(file.path()).errors.empty());
}

TEST(DatagenCommand, ASignalEndsItWithAWholeFile) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const TemporaryFile file("games");
    RunningEngine run(datagen(file, "1000000000", {"--threads", "2"}));
    EXPECT_NE(run.await(file.path() + ": 0 of "), "");
    run.signal(signal);
    EXPECT_EQ(run.await_end(), 0);
    EXPECT_FALSE(run.seen.empty());
    EXPECT_EQ(run.seen.back(), "Stopped early. The same command goes on where this run ended.");
    const FileContent content = read_games(file.path());
    EXPECT_TRUE(content.errors.empty());
    EXPECT_EQ(content.unfinished_bytes, 0u);
  }
}

}  // namespace
}  // namespace rocada::test
