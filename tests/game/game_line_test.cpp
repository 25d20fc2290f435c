#include "game/game_line.h"

#include <gtest/gtest.h>

#include "game/random_records.h"
#include "support/positions.h"

namespace rocada::game {
namespace {

TEST(GameLine, GamesOfEveryKindComeBackAsTheyWere) {
  test::for_each_random_record(20, 150, [](const GameRecord& game, util::Random&) {
    const auto read = parse_game_line(to_game_line(game));
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(*read, game);
  });
}

TEST(GameLine, WhatIsNoGameIsRefusedWithAReason) {
  const std::string line = to_game_line(test::game_of({"e2e4", "e7e5"}));
  const auto error = [](const std::string& text) {
    const auto read = parse_game_line(text);
    return read ? "" : read.error().message;
  };
  EXPECT_EQ(error(line), "");
  EXPECT_EQ(error(""), "a game has a variant, a start position and moves");
  EXPECT_EQ(error("normal|8/8"), "a game has a variant, a start position and moves");
  EXPECT_EQ(error("go|" + line.substr(line.find('|') + 1)), "there is no variant 'go'");
  EXPECT_EQ(error(line.substr(0, line.size() - 1)), "the last move is not whole");
  EXPECT_EQ(error(line + line.substr(line.size() - 4)), "move 3 is not legal");
  EXPECT_EQ(error(line.substr(0, line.size() - 4) + "zzzz"), "move 2 is not legal");
  EXPECT_FALSE(error("normal|rubbish|").empty());
}

}  // namespace
}  // namespace rocada::game
