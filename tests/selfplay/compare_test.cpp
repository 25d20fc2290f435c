// Files of games of self-play held against each other.
#include "selfplay/compare.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "data/game_file.h"
#include "selfplay/generate.h"
#include "support/temporary_file.h"

namespace rocada::selfplay {
namespace {

// Games of the host, so many at once.
void play(const std::string& file, int players, std::uint64_t seed = 3) {
  const auto network = load_network(ROCADA_SOURCE_DIR "/nets/selfplay.nnue").value();
  GenerateSettings settings;
  settings.file = file;
  settings.games = 6;
  settings.fleet.nodes = 40;
  settings.fleet.players = players;
  settings.fleet.seed = seed;
  const auto progress = generate(
      network, settings, [] { return false; }, [](const GenerateProgress&) {});
  ASSERT_TRUE(progress.ok()) << progress.error().message;
}

// Without game 1, and with another score in game 2.
void write_changed(const std::string& file, const std::string& from) {
  auto reader = data::GameFileReader::open(from).value();
  auto writer = data::GameFileWriter::open(file, reader.origin()).value();
  auto games = data::decode_games(*reader.next().value()).value();
  for (data::Game& game : games) {
    if (game.number == 2) game.moves.back().score = static_cast<std::int16_t>(game.moves.back().score + 1);
    if (game.number != 1) {
      ASSERT_TRUE(writer.add(game).ok());
    }
  }
  ASSERT_TRUE(writer.finish().ok());
}

TEST(SelfplayCompare, GamesAreTheSameWhoeverPlaysThemInWhateverOrder) {
  const test::TemporaryFile together("together");
  const test::TemporaryFile one_by_one("one_by_one");
  play(together.path(), 6);
  play(one_by_one.path(), 1);
  const auto found = compare(together.path(), one_by_one.path());
  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_EQ(found->same, 6u);
  EXPECT_TRUE(found->different.empty());
  EXPECT_EQ(found->only_in_first, 0u);
  EXPECT_EQ(found->only_in_second, 0u);
}

TEST(SelfplayCompare, DifferencesAreFound) {
  const test::TemporaryFile file("file");
  const test::TemporaryFile changed("changed");
  play(file.path(), 4);
  write_changed(changed.path(), file.path());
  const auto found = compare(file.path(), changed.path());
  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_EQ(found->same, 4u);
  EXPECT_EQ(found->different, std::vector<std::uint32_t>{2});
  EXPECT_EQ(found->only_in_first, 1u);
  EXPECT_EQ(found->only_in_second, 0u);
  EXPECT_EQ(compare(changed.path(), file.path())->only_in_second, 1u);
}

TEST(SelfplayCompare, FilesOfOtherGamesAreRefused) {
  const test::TemporaryFile file("file");
  const test::TemporaryFile other("other");
  play(file.path(), 4);
  play(other.path(), 4, 5);
  EXPECT_FALSE(compare(file.path(), other.path()).ok());
  EXPECT_FALSE(compare(file.path(), "/none").ok());
}

}  // namespace
}  // namespace rocada::selfplay
