// Transposition table: what the search remembers of positions it has seen.
//
// Owned by the engine, shared by all workers without locks. An entry takes ten bytes, three of them half a cache line:
// one word of data, and the low bits of the key xor-ed with that data. A pair torn by a racing write no longer matches
// and is taken for a miss. A move found here belongs to the position unless two keys collide, so it must still be
// tested for legality. Decisive scores are stored counted from the node.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "chess/move.h"
#include "chess/zobrist.h"
#include "eval/score.h"
#include "search/bound.h"
#include "search/table_memory.h"
#include "util/result.h"

namespace rocada::search {

struct TableEntry {
  chess::Move move;
  eval::Score score = 0;
  eval::Score static_score = eval::kNoScore;  // the bare evaluation, before any correction
  int depth = 0;                              // 0 and below: a quiescence search
  Bound bound = Bound::None;
  bool was_pv = false;  // has stood in a principal variation
};

// An entry on its way to another machine's table: plain numbers, the position's whole key and all that is known of it.
struct TableRecord {
  chess::Key key = 0;
  std::uint64_t data = 0;
};

class TranspositionTable {
 public:
  // The memory cannot be had: the error says so and the table stays as it was.
  util::Result<util::Done> resize(std::size_t mib);
  void clear();
  // From now on its memory comes from there. What it held is forgotten; false where there is none, and all is as it
  // was.
  bool allocate_by(AllocateTable allocate);
  // As much memory as it has, with what that holds, instead of its own.
  void use(std::unique_ptr<TableMemory> memory);
  // A new search begins: what older ones left is replaced first.
  void new_search() { generation_ = (generation_ + 1) % kGenerations; }

  // `ply` is the distance from the root, by which decisive scores are corrected.
  std::optional<TableEntry> find(chess::Key key, int ply) const;
  void store(chess::Key key, int ply, const TableEntry& entry);
  static TableRecord record_of(chess::Key key, int ply, const TableEntry& entry);
  // Stores what another machine has found, unless as much is known already.
  void merge(const TableRecord& record);
  void prefetch(chess::Key key) const { __builtin_prefetch(&cluster_of(key)); }

  // Share of the table filled by the present search, in thousandths.
  int permille_full() const;

  // All that it holds, for table files: plain numbers, while nobody searches.
  static constexpr std::size_t kEntriesPerCluster = 3;
  struct RawCluster {
    std::array<std::uint64_t, kEntriesPerCluster> data;
    std::array<std::uint16_t, kEntriesPerCluster> check;
  };
  std::size_t cluster_count() const { return count_; }
  std::size_t bytes() const { return count_ * sizeof(Cluster); }
  static std::size_t mib_of(std::size_t clusters) { return clusters * sizeof(Cluster) >> 20; }
  RawCluster raw(std::size_t cluster) const;
  void set_raw(std::size_t cluster, const RawCluster& raw);
  unsigned generation() const { return generation_; }
  void set_generation(unsigned generation) { generation_ = generation % kGenerations; }

 private:
  static constexpr unsigned kGenerations = 32;

  struct alignas(32) Cluster {
    std::atomic<std::uint64_t> data[kEntriesPerCluster];
    std::atomic<std::uint16_t> check[kEntriesPerCluster];
  };
  static_assert(sizeof(Cluster) == 32);
  // The upper half of key * count, by which all clusters are as likely.
  Cluster& cluster_of(chess::Key key) const {
    if constexpr (sizeof(count_) == 4) {  // the same by products that a machine of such words has
      const std::uint64_t low = (key & 0xffffffff) * count_;
      return clusters_[static_cast<std::size_t>(((key >> 32) * count_ + (low >> 32)) >> 32)];
    }
    return clusters_[static_cast<std::size_t>(static_cast<unsigned __int128>(key) * count_ >> 64)];
  }
  static std::unique_ptr<TableMemory> own_memory(std::size_t bytes);
  int worth_of(std::uint64_t data) const;

  AllocateTable allocate_ = own_memory;
  std::unique_ptr<TableMemory> memory_;
  Cluster* clusters_ = nullptr;  // in it
  std::size_t count_ = 0;
  unsigned generation_ = 0;
};

}  // namespace rocada::search
