#include "search/transposition_table.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

namespace rocada::search {

using chess::Key;
using eval::Score;

namespace {

constexpr int kDeepest = 127;  // depths beyond it, of trivial positions, count as this

// data: move 16, score 16, depth 8, bound 2, generation 6 bits, from the lowest.
std::uint64_t pack(const TableEntry& entry, Score stored_score, unsigned generation) {
  return static_cast<std::uint64_t>(entry.move.code()) |
         static_cast<std::uint64_t>(static_cast<std::uint16_t>(stored_score)) << 16 |
         static_cast<std::uint64_t>(static_cast<std::uint8_t>(std::min(entry.depth, kDeepest))) << 32 |
         static_cast<std::uint64_t>(entry.bound) << 40 | static_cast<std::uint64_t>(generation) << 42;
}
int depth_of(std::uint64_t data) { return static_cast<std::int8_t>(data >> 32); }
unsigned generation_of(std::uint64_t data) { return static_cast<unsigned>(data >> 42 & 63); }
Bound bound_of(std::uint64_t data) { return static_cast<Bound>(data >> 40 & 3); }

// Mates and wins by tablebase count from the root in the search and from the node in the table.
Score from_node(Score score, int ply) {
  if (!eval::is_decisive(score)) return score;
  return score > 0 ? score + ply : score - ply;
}
Score from_root(Score score, int ply) {
  if (!eval::is_decisive(score)) return score;
  return score > 0 ? score - ply : score + ply;
}

bool fits_in_memory(std::size_t bytes) {
  const auto pages = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES));
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes / page <= pages / 10 * 9;
}

}  // namespace

void TranspositionTable::Free::operator()(Bucket* buckets) const { munmap(buckets, bytes); }

TranspositionTable::Buckets TranspositionTable::allocate(std::size_t count) {
  // Fresh pages come lazily and filled with zeroes, which are empty entries: a huge table costs nothing before it is
  // used.
  const std::size_t bytes = count * sizeof(Bucket);
  if (!fits_in_memory(bytes)) return Buckets(nullptr, Free{0});
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return Buckets(nullptr, Free{0});
  madvise(memory, bytes, MADV_HUGEPAGE);  // fewer misses of the address cache; no harm where it is refused
  return Buckets(static_cast<Bucket*>(memory), Free{bytes});
}

util::Result<util::Done> TranspositionTable::resize(std::size_t mib) {
  const std::size_t count = mib * 1024 * 1024 / sizeof(Bucket);
  if (count == count_) return util::Done{};
  auto buckets = allocate(count);
  if (!buckets) return util::Error{fmt::format("cannot get {} MiB of memory for the hash table", mib)};
  buckets_ = std::move(buckets);
  count_ = count;
  return util::Done{};
}

void TranspositionTable::clear() {
  if (auto buckets = allocate(count_)) {
    buckets_ = std::move(buckets);
    return;
  }
  for (std::size_t i = 0; i < count_; ++i) {
    for (Entry& entry : buckets_[i].entries) {
      entry.key_xor_data.store(0, std::memory_order_relaxed);
      entry.data.store(0, std::memory_order_relaxed);
    }
  }
}

TranspositionTable::Bucket& TranspositionTable::bucket_of(Key key) const {
  return buckets_[static_cast<std::size_t>(static_cast<unsigned __int128>(key) * count_ >> 64)];
}

void TranspositionTable::prefetch(Key key) const { __builtin_prefetch(&bucket_of(key)); }

std::optional<TableEntry> TranspositionTable::find(Key key, int ply) const {
  for (const Entry& entry : bucket_of(key).entries) {
    const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
    if ((entry.key_xor_data.load(std::memory_order_relaxed) ^ data) != key || bound_of(data) == Bound::None) continue;
    const auto score = static_cast<std::int16_t>(data >> 16);
    return TableEntry{chess::Move::from_code(static_cast<std::uint16_t>(data)), from_root(score, ply), depth_of(data),
                      bound_of(data)};
  }
  return std::nullopt;
}

void TranspositionTable::store(Key key, int ply, const TableEntry& entry) {
  Entry* victim = nullptr;
  int victim_worth = 0;
  TableEntry stored = entry;
  for (Entry& candidate : bucket_of(key).entries) {
    const std::uint64_t data = candidate.data.load(std::memory_order_relaxed);
    if ((candidate.key_xor_data.load(std::memory_order_relaxed) ^ data) == key) {
      // Keep a known best move when the new result has none.
      if (stored.move.is_none()) stored.move = chess::Move::from_code(static_cast<std::uint16_t>(data));
      victim = &candidate;
      break;
    }
    constexpr int kDepthWorthOfOneGeneration = 8;
    const int age = static_cast<int>((generation_ + kGenerations - generation_of(data)) % kGenerations);
    const int worth = bound_of(data) == Bound::None ? -10000 : depth_of(data) - kDepthWorthOfOneGeneration * age;
    if (victim == nullptr || worth < victim_worth) {
      victim = &candidate;
      victim_worth = worth;
    }
  }
  const std::uint64_t data = pack(stored, from_node(stored.score, ply), generation_);
  victim->key_xor_data.store(key ^ data, std::memory_order_relaxed);
  victim->data.store(data, std::memory_order_relaxed);
}

int TranspositionTable::permille_full() const {
  constexpr std::size_t kSample = 250;
  if (count_ < kSample) return 0;
  int used = 0;
  for (std::size_t i = 0; i < kSample; ++i) {
    for (const Entry& entry : buckets_[i].entries) {
      const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      if (bound_of(data) != Bound::None && generation_of(data) == generation_) ++used;
    }
  }
  return used * 1000 / static_cast<int>(kSample * kEntriesPerBucket);
}

}  // namespace rocada::search
