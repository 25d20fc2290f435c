// Random games of every kind, the same in each run: ground for tests of laws that hold in all positions.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "chess/draw.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/position.h"
#include "chess/variants/chess960.h"
#include "util/random.h"

namespace rocada::test {

enum class GameKind { Normal, Chess960, DoubleChess960, ThreeCheck };
inline constexpr GameKind kAllKinds[] = {GameKind::Normal, GameKind::Chess960, GameKind::DoubleChess960,
                                         GameKind::ThreeCheck};

inline chess::Position random_start(GameKind kind, util::Random& random) {
  const auto number = [&] { return static_cast<int>(random.below(chess::kChess960Count)); };
  const int white = number();
  switch (kind) {
    case GameKind::Normal: return chess::start_position();
    case GameKind::Chess960: return chess::chess960_start(white, white).value();
    case GameKind::DoubleChess960: return chess::chess960_start(white, number()).value();
    case GameKind::ThreeCheck: return chess::start_position(chess::Variant::ThreeCheck);
  }
  return chess::start_position();
}

// Calls function(position) for every position of `games` random games of each kind, the last included.
template <typename Function>
void for_each_position_of_random_games(int games, Function&& function) {
  util::Random random(20261115);
  for (const GameKind kind : kAllKinds) {
    for (int game = 0; game < games; ++game) {
      chess::Position position = random_start(kind, random);
      for (int ply = 0; ply < 200; ++ply) {
        function(static_cast<const chess::Position&>(position));
        if (::testing::Test::HasFatalFailure()) return;
        const chess::MoveList moves = chess::legal_moves(position);
        if (moves.empty() || chess::ending_on_board(position) != chess::Ending::None) break;
        position.make(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      }
    }
  }
}

}  // namespace rocada::test
