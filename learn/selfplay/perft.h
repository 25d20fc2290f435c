// Perft without recursion, the exact test of rules and generator.
#pragma once

#include <cstdint>

#include "selfplay/movegen.h"

namespace rocada::selfplay {

inline constexpr int kMostPerftDepth = 8;

// Memory of one perft; it belongs to one group of lanes.
struct PerftMemory {
  Position positions[kMostPerftDepth];
  ListedMove moves[kMostPerftDepth][kMostMoves];
  int left[kMostPerftDepth];  // moves not yet made
};

// The last ply is counted without making its moves.
template <typename Lanes>
ROCADA_PORTABLE inline std::uint64_t perft(const Position& root, int depth, PerftMemory& memory, Lanes lanes) {
  if (depth == 0) return 1;
  std::uint64_t leaves = 0;
  int ply = 0;
  Position position = root;
  while (true) {
    // 1. A new position: the last ply is counted, any other searched.
    int moves = generate(position, king_safety(position), MoveKinds::All, memory.moves[ply], lanes);
    if (ply == depth - 1) {
      leaves += static_cast<std::uint64_t>(moves);
      moves = 0;
    }
    lanes.sync();
    memory.positions[ply] = position;
    memory.left[ply] = moves;
    lanes.sync();
    // 2. The next move of the deepest position that has one.
    while (memory.left[ply] == 0) {
      if (ply == 0) return leaves;
      --ply;
    }
    const int next = memory.left[ply] - 1;
    lanes.sync();
    memory.left[ply] = next;
    position = memory.positions[ply];
    make(position, move_of(memory.moves[ply][next]));
    ++ply;
  }
}

}  // namespace rocada::selfplay
