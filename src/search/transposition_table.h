// Transposition table: what the search remembers of positions it has seen.
//
// Owned by the engine, shared by all workers without locks. Each entry is two words, the first xor-ed with the second:
// an entry torn by a racing write no longer matches its key and is taken for a miss. A move found here belongs to the
// position unless two keys collide, so it must still be tested for legality. Decisive scores are stored counted from
// the node.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "chess/move.h"
#include "chess/zobrist.h"
#include "eval/score.h"
#include "search/report.h"
#include "util/result.h"

namespace rocada::search {

struct TableEntry {
  chess::Move move;
  eval::Score score = 0;
  int depth = 0;
  Bound bound = Bound::None;
};

class TranspositionTable {
 public:
  // The memory cannot be had: the error says so and the table stays as it was.
  util::Result<util::Done> resize(std::size_t mib);
  void clear();
  // A new search begins: what older ones left is replaced first.
  void new_search() { generation_ = (generation_ + 1) % kGenerations; }

  // `ply` is the distance from the root, by which decisive scores are corrected.
  std::optional<TableEntry> find(chess::Key key, int ply) const;
  void store(chess::Key key, int ply, const TableEntry& entry);
  void prefetch(chess::Key key) const;

  // Share of the table filled by the present search, in thousandths.
  int permille_full() const;

 private:
  static constexpr unsigned kGenerations = 64;
  static constexpr std::size_t kEntriesPerBucket = 4;

  struct Entry {
    std::atomic<std::uint64_t> key_xor_data{0};
    std::atomic<std::uint64_t> data{0};
  };
  struct alignas(64) Bucket {
    Entry entries[kEntriesPerBucket];
  };
  struct Free {
    std::size_t bytes;
    void operator()(Bucket* buckets) const;
  };
  using Buckets = std::unique_ptr<Bucket[], Free>;

  static Buckets allocate(std::size_t count);
  Bucket& bucket_of(chess::Key key) const;

  Buckets buckets_{nullptr, Free{0}};
  std::size_t count_ = 0;
  unsigned generation_ = 0;
};

}  // namespace rocada::search
