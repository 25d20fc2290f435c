// Team: what a search shares with searches of the same position in other processes, on this machine and others. Where
// there is none, the search knows of no others and pays for none.
//
// The threads of the search put what is worth telling into outboxes, without a lock and without waiting; somebody else
// empties them, sends what is in there, and notes what the others have done. Thread safety: each outbox has one thread
// that puts and one that takes; the counters are for all; `make_outboxes` only while nobody searches or takes.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "search/transposition_table.h"

namespace rocada::search {

// A ring with one writer and one reader. What finds it full is dropped: a table forgets anyway.
class Outbox {
 public:
  void put(const TableRecord& record) {
    const std::size_t end = end_.load(std::memory_order_relaxed);
    if (end - begin_.load(std::memory_order_acquire) == kCapacity) {
      dropped_.store(dropped_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
      return;
    }
    records_[end % kCapacity] = record;
    end_.store(end + 1, std::memory_order_release);
  }

  // Takes all there is, oldest first.
  template <typename Use>
  void take_all(Use&& use) {
    const std::size_t end = end_.load(std::memory_order_acquire);
    for (std::size_t i = begin_.load(std::memory_order_relaxed); i != end; ++i) use(records_[i % kCapacity]);
    begin_.store(end, std::memory_order_release);
  }

  std::uint64_t dropped() const { return dropped_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::size_t kCapacity = 4096;
  static constexpr std::size_t kCacheLine = 64;

  std::array<TableRecord, kCapacity> records_{};
  // Writer and reader must not wait for each other's cache lines.
  alignas(kCacheLine) std::atomic<std::size_t> end_{0};
  std::atomic<std::uint64_t> dropped_{0};
  alignas(kCacheLine) std::atomic<std::size_t> begin_{0};
};

struct Team {
  // Shallower results are not worth the way. It begins as low as it can be.
  static constexpr int kLowestLeastDepth = 1;
  std::atomic<int> least_depth{kLowestLeastDepth};
  // One for each thread of the search; none where all search with one table.
  std::vector<std::unique_ptr<Outbox>> outboxes{};
  bool has_other_tables = true;

  // What the others have done in this search.
  std::atomic<std::uint64_t> nodes{0};
  std::atomic<std::uint64_t> tablebase_hits{0};
  std::atomic<int> hash_permille_sum{0};  // of their tables
  int others = 0;

  void make_outboxes(std::size_t threads) {
    if (!has_other_tables) return;
    while (outboxes.size() < threads) outboxes.push_back(std::make_unique<Outbox>());
  }
};

}  // namespace rocada::search
