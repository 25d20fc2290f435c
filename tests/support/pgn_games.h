// All games of a PGN that is expected to be sound.
#pragma once

#include <gtest/gtest.h>

#include <istream>
#include <utility>
#include <vector>

#include "game/pgn_game.h"
#include "game/pgn_reader.h"

namespace rocada::test {

inline std::vector<game::PgnGame> games_of(std::istream&& pgn) {
  game::PgnReader reader(pgn);
  std::vector<game::PgnGame> games;
  while (true) {
    auto game = reader.next();
    EXPECT_TRUE(game.ok()) << game.error().message;
    if (!game || !*game) return games;
    games.push_back(**std::move(game));
  }
}

}  // namespace rocada::test
