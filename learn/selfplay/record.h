// Record: a game as the player writes it down, for the host to collect.
#pragma once

#include "data/game.h"
#include "selfplay/position.h"
#include "selfplay/search_memory.h"

namespace rocada::selfplay {

struct Record {
  std::uint32_t number = 0;
  std::uint32_t finished_in = 0;  // the number of the round, from 1; 0 while the game goes on
  game::GameResult result = game::GameResult::Unknown;
  int opening_plies = 0;
  int plies = 0;
  Position start;
  data::ScoredMove moves[data::kMostPlies];
};

// What a player has done so far.
struct Totals {
  std::uint64_t moves = 0;
  std::uint64_t nodes = 0;
  std::uint64_t depths = 0;  // their sum over the moves

  Totals& operator+=(const Totals& other) {
    moves += other.moves;
    nodes += other.nodes;
    depths += other.depths;
    return *this;
  }
  Totals& operator-=(const Totals& other) {
    moves -= other.moves;
    nodes -= other.nodes;
    depths -= other.depths;
    return *this;
  }
};

}  // namespace rocada::selfplay
