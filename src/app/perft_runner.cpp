#include "app/perft_runner.h"

#include <fmt/format.h>

#include <mutex>
#include <new>
#include <system_error>
#include <thread>

#include "chess/movegen.h"
#include "chess/perft.h"

namespace rocada::app {

using chess::Key;
using chess::Move;
using chess::Position;

util::Result<std::unique_ptr<PerftTable>> PerftTable::create(std::size_t mib) {
  const std::size_t count = mib * 1024 * 1024 / sizeof(Entry);
  std::unique_ptr<Entry[]> entries(new (std::nothrow) Entry[count]);
  if (!entries) return util::Error{fmt::format("cannot get {} MiB of memory for the hash table", mib)};
  return std::unique_ptr<PerftTable>(new PerftTable(std::move(entries), count));
}

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

std::uint64_t perft_with_table(const Position& position, int depth, PerftTable& table) {
  if (depth <= 1) return chess::perft(position, depth);
  const Key key = key_at_depth(position, depth);
  if (const std::uint64_t known = table.find(key)) return known;
  std::uint64_t nodes = 0;
  for (const Move move : chess::legal_moves(position)) {
    Position child = position;
    child.make(move);
    nodes += perft_with_table(child, depth - 1, table);
  }
  if (nodes != 0) table.store(key, nodes);
  return nodes;
}

struct Piece {
  Position position;
  std::size_t root_move;
};

// Two plies below the root there are hundreds of pieces: enough that no thread waits long for the last one.
std::vector<Piece> cut(const Position& root, int plies) {
  std::vector<Piece> pieces;
  std::size_t index = 0;
  for (const Move move : chess::legal_moves(root)) {
    Position child = root;
    child.make(move);
    if (plies == 1) {
      pieces.push_back({child, index});
    } else {
      for (const Move reply : chess::legal_moves(child)) {
        Position grandchild = child;
        grandchild.make(reply);
        pieces.push_back({grandchild, index});
      }
    }
    ++index;
  }
  return pieces;
}

}  // namespace

PerftTotal run_perft(const Position& position, int depth, int threads, PerftTable* table,
                     const PerftProgress& progress) {
  const int plies = depth >= 4 ? 2 : 1;
  const std::vector<Piece> pieces = cut(position, plies);
  PerftTotal total;
  for (const Move move : chess::legal_moves(position)) total.by_move.push_back({move, 0});

  std::atomic<std::size_t> next{0};
  std::mutex mutex;  // guards total and done
  std::size_t done = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < pieces.size(); i = next++) {
      const int rest = depth - plies;
      const std::uint64_t nodes = table != nullptr ? perft_with_table(pieces[i].position, rest, *table)
                                                   : chess::perft(pieces[i].position, rest);
      const std::scoped_lock lock(mutex);
      total.by_move[pieces[i].root_move].nodes += nodes;
      total.nodes += nodes;
      if (progress) progress(++done, pieces.size());
    }
  };
  std::vector<std::jthread> helpers;
  try {
    for (int i = 1; i < threads; ++i) helpers.emplace_back(work);
  } catch (const std::system_error&) {
    // The system gives no more threads: those there are do all of the work.
  }
  work();
  helpers.clear();  // joins
  return total;
}

}  // namespace rocada::app
