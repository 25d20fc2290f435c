// Perft on several threads, optionally remembering subtrees in a hash table.
//
// The tree is cut near the root into many pieces, which the threads take one after another.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "chess/move.h"
#include "chess/perft.h"
#include "chess/position.h"

namespace rocada::app {

inline constexpr int kMaxPerftThreads = 1024;
inline constexpr int kMaxPerftHashMib = 1 << 20;

struct PerftCount {
  chess::Move move;
  std::uint64_t nodes = 0;
};

struct PerftTotal {
  std::vector<PerftCount> by_move;  // in the generator's order
  std::uint64_t nodes = 0;
};

// Called from the calling thread's loop or any worker, one call at a time, after each piece of work.
using PerftProgress = std::function<void(std::size_t done, std::size_t total)>;

// `depth` is at least 1, `threads` at least 1; `table` may be null.
PerftTotal run_perft(const chess::Position& position, int depth, int threads, chess::PerftTable* table,
                     const PerftProgress& progress);

}  // namespace rocada::app
