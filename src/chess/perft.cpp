#include "chess/perft.h"

#include <fmt/format.h>

#include <new>
#include <utility>

#include "chess/movegen.h"

namespace rocada::chess {

std::uint64_t perft(const Position& position, int depth) {
  if (depth == 0) return 1;
  if (depth == 1) return count_legal_moves(position);
  std::uint64_t nodes = 0;
  for (const Move move : legal_moves(position)) {
    Position child = position;
    child.make(move);
    nodes += perft(child, depth - 1);
  }
  return nodes;
}

util::Result<std::unique_ptr<PerftTable>> PerftTable::create(std::size_t mib) {
  const std::size_t count = mib * 1024 * 1024 / sizeof(Entry);
  std::unique_ptr<Entry[]> entries(new (std::nothrow) Entry[count]);
  if (!entries) return util::Error{fmt::format("cannot get {} MiB of memory for the hash table", mib)};
  return std::unique_ptr<PerftTable>(new PerftTable(std::move(entries), count));
}

PerftTable::PerftTable(std::unique_ptr<Entry[]> entries, std::size_t count)
    : entries_(std::move(entries)), count_(count) {}

PerftTable::Entry& PerftTable::slot(Key key) const {
  // The high half of key x count: an even spread over any count, without a division.
  return entries_[static_cast<std::size_t>(static_cast<unsigned __int128>(key) * count_ >> 64)];
}

std::uint64_t PerftTable::find(Key key) const {
  const Entry& entry = slot(key);
  const std::uint64_t nodes = entry.nodes.load(std::memory_order_relaxed);
  return (entry.key_xor_nodes.load(std::memory_order_relaxed) ^ nodes) == key ? nodes : 0;
}

void PerftTable::store(Key key, std::uint64_t nodes) {
  Entry& entry = slot(key);
  entry.key_xor_nodes.store(key ^ nodes, std::memory_order_relaxed);
  entry.nodes.store(nodes, std::memory_order_relaxed);
}

namespace {

// A subtree's key depends on its depth too; any odd multiplier keeps the depths apart.
Key key_at_depth(const Position& position, int depth) {
  return position.key() ^ (static_cast<Key>(depth) * 0x9E3779B97F4A7C15ULL);
}

}  // namespace

std::uint64_t perft(const Position& position, int depth, PerftTable& table) {
  if (depth <= 1) return perft(position, depth);
  const Key key = key_at_depth(position, depth);
  if (const std::uint64_t known = table.find(key)) return known;
  std::uint64_t nodes = 0;
  for (const Move move : legal_moves(position)) {
    Position child = position;
    child.make(move);
    nodes += perft(child, depth - 1, table);
  }
  if (nodes != 0) table.store(key, nodes);
  return nodes;
}

}  // namespace rocada::chess
