#include "search/transposition_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "search/params.h"
#include "util/huge_pages.h"

namespace rocada::search {

using chess::Key;
using eval::Score;

namespace {

// A word of data, from the lowest bit: move 16, score 16, evaluation 16, depth 8, bound 2, principal variation 1,
// generation 5. An empty entry is all zeroes: its bound is None.
constexpr int kDeepest = 127;  // depths beyond it, of trivial positions, count as this

std::uint64_t pack(const TableEntry& entry, unsigned generation) {
  const auto field = [](auto value, int bits, int shift) {
    return (static_cast<std::uint64_t>(value) & ((1ULL << bits) - 1)) << shift;
  };
  return field(entry.move.code(), 16, 0) | field(entry.score, 16, 16) | field(entry.static_score, 16, 32) |
         field(std::min(entry.depth, kDeepest), 8, 48) | field(entry.bound, 2, 56) | field(entry.was_pv, 1, 58) |
         field(generation, 5, 59);
}
int depth_of(std::uint64_t data) { return static_cast<std::int8_t>(data >> 48); }
Bound bound_of(std::uint64_t data) { return static_cast<Bound>(data >> 56 & 3); }
unsigned generation_of(std::uint64_t data) { return static_cast<unsigned>(data >> 59); }
chess::Move move_of(std::uint64_t data) { return chess::Move::from_code(static_cast<std::uint16_t>(data)); }

TableEntry unpack(std::uint64_t data) {
  return {move_of(data),
          static_cast<std::int16_t>(data >> 16),
          static_cast<std::int16_t>(data >> 32),
          depth_of(data),
          bound_of(data),
          (data >> 58 & 1) != 0};
}

// What lies beside the data: the low bits of the key (the high ones chose the cluster), mixed with all of the data.
std::uint16_t check_of(Key key, std::uint64_t data) {
  return static_cast<std::uint16_t>(key ^ data ^ data >> 16 ^ data >> 32 ^ data >> 48);
}

// Mates and wins by tablebase count from the root in the search and from the node in the table.
Score from_node(Score score, int ply) {
  if (!eval::is_decisive(score)) return score;
  return score > 0 ? score + ply : score - ply;
}
Score from_root(Score score, int ply) {
  if (!eval::is_decisive(score)) return score;
  return score > 0 ? score - ply : score + ply;
}

}  // namespace

// Of this process alone. Fresh pages come lazily and filled with zeroes, which are empty entries: a huge table costs
// nothing before it is used, and each page is cleared by the thread that first needs it.
std::unique_ptr<TableMemory> TranspositionTable::own_memory(std::size_t bytes) {
  class OwnMemory final : public TableMemory {
   public:
    explicit OwnMemory(std::size_t bytes) : data_(util::allocate_huge_pages(bytes)), bytes_(bytes) {}
    OwnMemory(const OwnMemory&) = delete;
    OwnMemory& operator=(const OwnMemory&) = delete;
    ~OwnMemory() override {
      if (data_ != nullptr) util::free_huge_pages(data_, bytes_);
    }
    void* data() const override { return data_; }
    bool renew() override { return util::renew_huge_pages(data_, bytes_); }

   private:
    void* data_;
    std::size_t bytes_;
  };
  if (!util::fits_in_memory(bytes)) return nullptr;
  std::unique_ptr<TableMemory> memory(new (std::nothrow) OwnMemory(bytes));
  return memory != nullptr && memory->data() != nullptr ? std::move(memory) : nullptr;
}

util::Result<util::Done> TranspositionTable::resize(std::size_t mib) {
  const std::size_t count = mib * 1024 * 1024 / sizeof(Cluster);
  if (count == count_) return util::Done{};
  auto memory = allocate_(count * sizeof(Cluster));
  if (!memory) return util::Error{fmt::format("cannot get {} MiB of memory for the hash table", mib)};
  count_ = count;
  use(std::move(memory));
  return util::Done{};
}

bool TranspositionTable::allocate_by(AllocateTable allocate) {
  auto memory = allocate(bytes());
  if (!memory) return false;
  allocate_ = std::move(allocate);
  use(std::move(memory));
  return true;
}

void TranspositionTable::use(std::unique_ptr<TableMemory> memory) {
  memory_ = std::move(memory);
  clusters_ = static_cast<Cluster*>(memory_->data());
}

void TranspositionTable::clear() {
  // Giving the pages back is quicker than writing zeroes with any number of threads.
  if (memory_->renew()) return;
  for (std::size_t i = 0; i < count_; ++i) {
    for (auto& data : clusters_[i].data) data.store(0, std::memory_order_relaxed);
  }
}

std::optional<TableEntry> TranspositionTable::find(Key key, int ply) const {
  const Cluster& cluster = cluster_of(key);
  for (std::size_t i = 0; i < kEntriesPerCluster; ++i) {
    const std::uint64_t data = cluster.data[i].load(std::memory_order_relaxed);
    if (cluster.check[i].load(std::memory_order_relaxed) != check_of(key, data) || data == 0) continue;
    TableEntry entry = unpack(data);
    entry.score = from_root(entry.score, ply);
    return entry;
  }
  return std::nullopt;
}

// The least worthy entry of a cluster is the first to go.
int TranspositionTable::worth_of(std::uint64_t data) const {
  constexpr int kNothing = -1000;
  if (data == 0) return kNothing;
  const unsigned age = (generation_ + kGenerations - generation_of(data)) % kGenerations;
  return depth_of(data) - params::kDepthWorthOfOneGeneration * static_cast<int>(age);
}

void TranspositionTable::store(Key key, int ply, const TableEntry& entry) {
  Cluster& cluster = cluster_of(key);
  std::size_t slot = 0;
  int least_worth = std::numeric_limits<int>::max();
  TableEntry stored = entry;
  stored.score = from_node(entry.score, ply);
  for (std::size_t i = 0; i < kEntriesPerCluster; ++i) {
    const std::uint64_t data = cluster.data[i].load(std::memory_order_relaxed);
    if (data != 0 && cluster.check[i].load(std::memory_order_relaxed) == check_of(key, data)) {
      // The same position. A much deeper result of this search is worth more than a new shallow bound; and a known
      // best move is kept when the new result has none.
      const int depth = entry.depth + (entry.was_pv ? params::kDepthWorthOfPv : 0);
      if (entry.bound != Bound::Exact && generation_of(data) == generation_ &&
          depth <= depth_of(data) - params::kDepthWorthOfNews) {
        return;
      }
      if (stored.move.is_none()) stored.move = move_of(data);
      slot = i;
      break;
    }
    if (const int worth = worth_of(data); worth < least_worth) {
      least_worth = worth;
      slot = i;
    }
  }
  const std::uint64_t data = pack(stored, generation_);
  cluster.check[slot].store(check_of(key, data), std::memory_order_relaxed);
  cluster.data[slot].store(data, std::memory_order_relaxed);
}

TableRecord TranspositionTable::record_of(Key key, int ply, const TableEntry& entry) {
  TableEntry at_node = entry;
  at_node.score = from_node(entry.score, ply);
  return {key, pack(at_node, 0)};  // generations are each table's own
}

void TranspositionTable::merge(const TableRecord& record) {
  constexpr int kAtNode = 0;
  const TableEntry entry = unpack(record.data);
  if (entry.bound == Bound::None) return;
  const auto known = find(record.key, kAtNode);
  if (known && known->bound != Bound::None && known->depth >= entry.depth) return;
  store(record.key, kAtNode, entry);
}

TranspositionTable::RawCluster TranspositionTable::raw(std::size_t cluster) const {
  RawCluster raw;
  for (std::size_t i = 0; i < kEntriesPerCluster; ++i) {
    raw.data[i] = clusters_[cluster].data[i].load(std::memory_order_relaxed);
    raw.check[i] = clusters_[cluster].check[i].load(std::memory_order_relaxed);
  }
  return raw;
}

void TranspositionTable::set_raw(std::size_t cluster, const RawCluster& raw) {
  for (std::size_t i = 0; i < kEntriesPerCluster; ++i) {
    clusters_[cluster].data[i].store(raw.data[i], std::memory_order_relaxed);
    clusters_[cluster].check[i].store(raw.check[i], std::memory_order_relaxed);
  }
}

int TranspositionTable::permille_full() const {
  constexpr std::size_t kSample = 1000;
  const std::size_t sample = std::min(kSample, count_);
  if (sample == 0) return 0;
  std::size_t used = 0;
  for (std::size_t i = 0; i < sample; ++i) {
    for (const auto& word : clusters_[i].data) {
      const std::uint64_t data = word.load(std::memory_order_relaxed);
      if (data != 0 && generation_of(data) == generation_) ++used;
    }
  }
  return static_cast<int>(used * 1000 / (sample * kEntriesPerCluster));
}

}  // namespace rocada::search
