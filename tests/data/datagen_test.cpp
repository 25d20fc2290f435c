#include "data/datagen.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <array>
#include <atomic>
#include <csignal>

#include "chess/fen.h"
#include "data/adjudicator.h"
#include "data/filter.h"
#include "data/random_games_with_scores.h"
#include "data/self_play_limits.h"
#include "data/verify.h"
#include "eval/nnue/embedded_network.h"
#include "search/signature.h"
#include "support/random_network.h"

namespace rocada::data {
namespace {

using game::GameResult;
using test::read_games;
using test::sorted_by_number;
using test::TemporaryFile;

constexpr std::uint32_t kGames = 6;

DatagenSettings settings(const TemporaryFile& file, int threads = 1, std::uint32_t games = kGames) {
  return {eval::nnue::embedded_network(chess::Variant::Standard), {"any", 15, 42, 50}, file.path(), games, threads, 1};
}

bool never() { return false; }
void silent(const DatagenProgress&) {}

std::vector<Game> generated(const DatagenSettings& wanted, const ShouldStop& should_stop = never) {
  const auto progress = generate(wanted, should_stop, silent);
  EXPECT_TRUE(progress.ok()) << progress.error().message;
  return sorted_by_number(read_games(wanted.file).games);
}

// Played once for all tests: what an undisturbed run with one thread gives.
const std::vector<Game>& expected_games() {
  static const std::vector<Game> games = [] {
    const TemporaryFile file("expected");
    return generated(settings(file));
  }();
  return games;
}

TEST(Datagen, GamesAreThoseAskedForAndFollowTheRules) {
  const TemporaryFile file("games");
  std::vector<DatagenProgress> told;
  const auto progress = generate(settings(file), never, [&](const DatagenProgress& now) { told.push_back(now); });
  ASSERT_TRUE(progress.ok()) << progress.error().message;
  const auto games = read_games(file.path()).games;
  ASSERT_EQ(games.size(), kGames);
  EXPECT_EQ(told.size(), kGames + 1);
  EXPECT_EQ(told.front().games, 0u);
  EXPECT_EQ(told.back().games, kGames);
  std::uint64_t positions = 0;
  for (std::uint32_t number = 0; number < kGames; ++number) {
    EXPECT_EQ(games[number].number, number);
    const int opening = ply_of(games[number].start);
    EXPECT_TRUE(opening == 8 || opening == 9) << opening;
    positions += games[number].moves.size();
  }
  EXPECT_EQ(progress->positions, positions);
  const auto summary = verify(
      file.path(), 1, [](const std::string& problem) { ADD_FAILURE() << problem; }, nullptr);
  EXPECT_EQ(summary->problems, 0u);
}

TEST(Datagen, ThreeThreadsWriteTheSameFileAsOne) {
  const TemporaryFile one("one");
  const TemporaryFile three("three");
  generated(settings(one, 1, 12));
  generated(settings(three, 3, 12));
  EXPECT_EQ(one.content(), three.content());
}

// Plays some of the games itself, and hands them in from the last to the first.
class Helper final : public util::Helpers {
 public:
  Helper(const DatagenSettings& wanted, std::size_t most)
      : player_(SelfPlayer::create(wanted.origin, wanted.network).value()), most_(most) {}

  void begin(util::WorkSource& source) override {
    source_ = &source;
    while (taken_.size() < most_) {
      const auto unit = source.next_unit();
      if (!unit) return;
      taken_.push_back(*unit);
    }
  }
  void finish(util::Outstanding outstanding) override {
    EXPECT_EQ(outstanding, util::Outstanding::Await);
    for (; !taken_.empty(); taken_.pop_back()) {
      source_->add_result(play_unit(player_, taken_.back(), never).value());
    }
  }

 private:
  SelfPlayer player_;
  const std::size_t most_;
  util::WorkSource* source_ = nullptr;
  std::vector<std::string> taken_;
};

TEST(Datagen, WhoeverHelpsTheFileIsTheSame) {
  const TemporaryFile alone("alone");
  generated(settings(alone));
  for (const std::size_t most : {1u, 4u, 100u}) {
    const TemporaryFile helped("helped");
    Helper helper(settings(helped), most);
    const auto progress = generate(settings(helped), never, silent, &helper);
    ASSERT_TRUE(progress.ok()) << progress.error().message;
    EXPECT_EQ(progress->games, kGames);
    EXPECT_EQ(helped.content(), alone.content());
  }
}

TEST(Datagen, AGameThatComesBackDamagedEndsTheRun) {
  class Vandal final : public util::Helpers {
   public:
    void begin(util::WorkSource& source) override {
      EXPECT_TRUE(source.next_unit().has_value());
      source.add_result("rubbish");
    }
    void finish(util::Outstanding outstanding) override { EXPECT_EQ(outstanding, util::Outstanding::Abandon); }
  };
  const TemporaryFile file("games");
  Vandal vandal;
  EXPECT_FALSE(generate(settings(file), never, silent, &vandal).ok());
}

TEST(Datagen, OfASampleThePositionsThatAreWorthLearningFromHaveScores) {
  const TemporaryFile file("games");
  DatagenSettings sampling = settings(file);
  sampling.origin.sample_nodes = 60;
  sampling.origin.sample_percent = 100;
  std::array<int, 2> positions{};  // with at most half of the pieces, with more
  std::array<int, 2> scored{};
  for (const Game& game : generated(sampling)) {
    const auto record = replay(game);
    for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
      const chess::Position& position = record->positions()[ply];
      const auto many = static_cast<std::size_t>(position.occupied().count() > 16);
      ++positions[many];
      if (game.moves[ply].score == kUnscored) continue;
      ++scored[many];
      EXPECT_FALSE(position.in_check()) << chess::to_fen(position);
      EXPECT_GE(ply_of(position), Filter{}.min_ply);
    }
  }
  EXPECT_GT(scored[0], 0);
  EXPECT_GT(2 * scored[1], positions[1] / 2);
  EXPECT_LT(static_cast<double>(scored[0]) / positions[0], static_cast<double>(scored[1]) / positions[1]);
}

TEST(Datagen, ASampleIsSearchedByItsOwnNodes) {
  const TemporaryFile few("few");
  const TemporaryFile many("many");
  const auto games_sampled_by = [](const TemporaryFile& file, std::uint64_t nodes) {
    DatagenSettings sampling = settings(file, 1, 1);
    sampling.origin.sample_nodes = nodes;
    sampling.origin.sample_percent = 100;
    return generated(sampling);
  };
  EXPECT_NE(games_sampled_by(few, 5), games_sampled_by(many, 500));
}

TEST(Datagen, OtherSeedsGiveOtherGames) {
  const TemporaryFile file("games");
  DatagenSettings other = settings(file, 1, 1);
  other.origin.seed = 43;
  EXPECT_NE(generated(other)[0].start, expected_games()[0].start);
}

TEST(Datagen, GamesThatArePlayedOutEndByTheRulesOrAreTooLong) {
  const TemporaryFile file("games");
  DatagenSettings to_the_end = settings(file);
  to_the_end.origin.played_out_percent = 100;
  for (const Game& game : generated(to_the_end)) {
    const game::Outcome outcome = replay(game)->outcome();
    EXPECT_EQ(outcome.is_over() ? outcome.result() : GameResult::Draw, game.result);
    EXPECT_TRUE(outcome.is_over() || game.moves.size() == kMostPlies);
  }
}

TEST(Datagen, GamesOfThreeCheckCanBeWonByChecks) {
  const TemporaryFile file("games");
  DatagenSettings three_check = settings(file);
  three_check.origin.variant = chess::Variant::ThreeCheck;
  three_check.origin.played_out_percent = 100;
  int by_checks = 0;
  for (const Game& game : generated(three_check)) {
    EXPECT_EQ(game.start.variant(), chess::Variant::ThreeCheck);
    by_checks += replay(game)->outcome().reason().ends_with("third check");
  }
  EXPECT_GT(by_checks, 0);
}

TEST(Datagen, ARunThatWasStoppedGoesOnWithTheGamesThatAreMissing) {
  const TemporaryFile file("games");
  std::atomic<int> questions = 0;
  const auto stopped = generated(settings(file, 2), [&] { return ++questions > 300; });
  EXPECT_LT(stopped.size(), kGames);
  EXPECT_EQ(generated(settings(file)), expected_games());
}

TEST(Datagen, ARunThatWasKilledGoesOnWithTheGamesThatAreMissing) {
  const TemporaryFile file("games");
  generated(settings(file));
  const auto ends = read_games(file.path()).block_ends;
  file.cut_at(ends[2] + 30);
  EXPECT_EQ(generated(settings(file, 2)), expected_games());
}

TEST(Datagen, AHoleIsFilledBeforeTheNumbersGoOn) {
  const TemporaryFile file("games");
  const auto& games = expected_games();
  test::write_games(file.path(), {games[0], games[3]}, 1, settings(file).origin);
  EXPECT_EQ(generated(settings(file, 1, 3)), (std::vector<Game>{games[0], games[1], games[3]}));
}

TEST(Datagen, EnoughGamesAreEnough) {
  const TemporaryFile file("games");
  const auto& games = expected_games();
  test::write_games(file.path(), games, 1, settings(file).origin);
  const std::string before = file.content();
  EXPECT_EQ(generated(settings(file, 2, kGames - 2)), games);
  EXPECT_EQ(file.content(), before);
}

TEST(Datagen, AFileThatCannotBeWrittenIsAnError) {
  const TemporaryFile file("games");
  DatagenSettings nowhere = settings(file);
  nowhere.file = "/no/such/folder/games";
  const auto progress = generate(nowhere, never, silent);
  ASSERT_FALSE(progress.ok());
  EXPECT_EQ(progress.error().message, "cannot write /no/such/folder/games: No such file or directory");
}

TEST(Datagen, AFullDiskEndsARunThatCanGoOnLater) {
  const TemporaryFile file("games");
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{1000, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto progress = generate(settings(file), never, silent);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, old_handler);

  ASSERT_FALSE(progress.ok());
  EXPECT_EQ(progress.error().message, "cannot write " + file.path() + ": File too large");
  EXPECT_EQ(generated(settings(file)), expected_games());
}

TEST(SelfPlay, NetworksAreToldApartByTheirNumbers) {
  const auto network = [](std::uint64_t seed) {
    return eval::nnue::parse_network(test::to_file(*test::random_network(seed))).value();
  };
  EXPECT_EQ(player_id(network(1)), player_id(network(1)));
  EXPECT_NE(player_id(network(1)), player_id(network(2)));
  EXPECT_TRUE(player_id(network(1)).starts_with("network-"));
}

TEST(SelfPlay, GamesOfAnotherSearchAreNotGoneOnWith) {
  const std::string search = fmt::format(" search-{}", search::kSearchSignature);
  const std::string player = player_id(eval::nnue::embedded_network(chess::Variant::Standard));
  ASSERT_TRUE(player.ends_with(search)) << player;
  const TemporaryFile file("games");
  DatagenSettings before = settings(file);
  before.origin.player = player.substr(0, player.size() - search.size()) + " search-1";
  ASSERT_TRUE(generate(
                  before, [] { return true; }, silent)
                  .ok());
  DatagenSettings now = before;
  now.origin.player = player;
  const auto refused = generate(
      now, [] { return true; }, silent);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("search-1, not by " + player), std::string::npos) << refused.error().message;
}

// The result after these scores from this ply on, and after how many moves it came.
std::optional<GameResult> adjudicated(int first_ply, const std::vector<int>& scores) {
  Adjudicator adjudicator;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const auto result = adjudicator.after_move(first_ply + static_cast<int>(i), scores[i]);
    if (result) return i + 1 == scores.size() ? result : GameResult::Unknown;
  }
  return std::nullopt;
}

TEST(Adjudicator, AWinIsClearAfterFourHighScoresInARow) {
  EXPECT_EQ(adjudicated(0, {1500, 1500, 32'000, 1500}), GameResult::WhiteWins);
  EXPECT_EQ(adjudicated(0, {-1500, -2000, -31'990, -1500}), GameResult::BlackWins);
  EXPECT_EQ(adjudicated(0, {1500, 1500, 1500}), std::nullopt);
  EXPECT_EQ(adjudicated(0, {1500, 1500, 1500, 1499, 1500, 1500, 1500}), std::nullopt);
  EXPECT_EQ(adjudicated(0, {1500, 1500, -1500, -1500, 1500, 1500}), std::nullopt);
}

TEST(Adjudicator, ADrawIsClearAfterTenLevelScoresLateInTheGame) {
  EXPECT_EQ(adjudicated(70, {0, 8, -8, 0, 0, 0, 0, 0, 0, 0}), GameResult::Draw);
  EXPECT_EQ(adjudicated(69, {0, 8, -8, 0, 0, 0, 0, 0, 0, 0}), std::nullopt);
  EXPECT_EQ(adjudicated(70, {0, 8, -8, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0}), std::nullopt);
}

}  // namespace
}  // namespace rocada::data
