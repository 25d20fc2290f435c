// Perft: how many move sequences of a given length there are. The exact test of a move generator.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "chess/position.h"
#include "util/result.h"

namespace rocada::chess {

inline constexpr int kMaxPerftDepth = 100;  // forced lines of positions with few moves are counted that deep

// The last ply is counted in bulk, without making its moves. Depth 0 is 1.
std::uint64_t perft(const Position& position, int depth);

// Remembers subtrees. Shared by threads without locks: an entry stores its key xor-ed with its count, so a torn entry
// does not match and is simply recomputed.
class PerftTable {
 public:
  // The error says that the memory cannot be had.
  static util::Result<std::unique_ptr<PerftTable>> create(std::size_t mib);

  // Subtree size, or 0 where it is not known (no stored subtree is empty: those are not worth a slot).
  std::uint64_t find(Key key) const;
  void store(Key key, std::uint64_t nodes);

 private:
  struct Entry {
    std::atomic<std::uint64_t> key_xor_nodes{0};
    std::atomic<std::uint64_t> nodes{0};
  };

  explicit PerftTable(std::unique_ptr<Entry[]> entries, std::size_t count);
  Entry& slot(Key key) const;

  std::unique_ptr<Entry[]> entries_;
  std::size_t count_;
};

// The same count, with every subtree that comes back counted once.
std::uint64_t perft(const Position& position, int depth, PerftTable& table);

}  // namespace rocada::chess
