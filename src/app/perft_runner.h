// Perft on several threads, optionally remembering subtrees in a hash table.
//
// The tree is cut near the root into many pieces, which the threads take one after another. The table is shared without
// locks: an entry stores its key xor-ed with its count, so a torn entry does not match and is simply recomputed.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "util/result.h"

namespace rocada::app {

inline constexpr int kMaxPerftDepth = 100;  // forced lines of positions with few moves are counted that deep
inline constexpr int kMaxPerftThreads = 1024;
inline constexpr int kMaxPerftHashMib = 1 << 20;

class PerftTable {
 public:
  // The error says that the memory cannot be had.
  static util::Result<std::unique_ptr<PerftTable>> create(std::size_t mib);

  // Subtree size, or 0 where it is not known (no stored subtree is empty: those are not worth a slot).
  std::uint64_t find(chess::Key key) const;
  void store(chess::Key key, std::uint64_t nodes);

 private:
  struct Entry {
    std::atomic<std::uint64_t> key_xor_nodes{0};
    std::atomic<std::uint64_t> nodes{0};
  };

  explicit PerftTable(std::unique_ptr<Entry[]> entries, std::size_t count)
      : entries_(std::move(entries)), count_(count) {}
  Entry& slot(chess::Key key) const;

  std::unique_ptr<Entry[]> entries_;
  std::size_t count_;
};

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
PerftTotal run_perft(const chess::Position& position, int depth, int threads, PerftTable* table,
                     const PerftProgress& progress);

}  // namespace rocada::app
