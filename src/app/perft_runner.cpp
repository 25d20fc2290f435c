#include "app/perft_runner.h"

#include <mutex>

#include "chess/movegen.h"
#include "search/instruction_level.h"
#include "util/parallel.h"

namespace rocada::app {

using chess::Move;
using chess::Position;

namespace {

struct Subtree {
  Position position;
  std::size_t root_move;
};

// Two plies below the root there are hundreds: enough that no thread waits long for the last one.
std::vector<Subtree> cut(const Position& root, int plies) {
  std::vector<Subtree> subtrees;
  std::size_t index = 0;
  for (const Move move : chess::legal_moves(root)) {
    Position child = root;
    child.make(move);
    if (plies == 1) {
      subtrees.push_back({child, index});
    } else {
      for (const Move reply : chess::legal_moves(child)) {
        Position grandchild = child;
        grandchild.make(reply);
        subtrees.push_back({grandchild, index});
      }
    }
    ++index;
  }
  return subtrees;
}

}  // namespace

PerftTotal run_perft(const Position& position, int depth, int threads, chess::PerftTable* table,
                     const PerftProgress& progress) {
  const search::InstructionLevel& level = search::chosen_instruction_level();
  const int plies = depth >= 4 ? 2 : 1;
  const std::vector<Subtree> subtrees = cut(position, plies);
  PerftTotal total;
  for (const Move move : chess::legal_moves(position)) total.by_move.push_back({move, 0});

  std::mutex mutex;  // guards total and done
  std::size_t done = 0;
  util::for_each_in_parallel(subtrees.size(), threads, [&](std::size_t i) {
    const std::uint64_t nodes = level.perft(subtrees[i].position, depth - plies, table);
    const std::scoped_lock lock(mutex);
    total.by_move[subtrees[i].root_move].nodes += nodes;
    total.nodes += nodes;
    if (progress) progress(++done, subtrees.size());
  });
  return total;
}

}  // namespace rocada::app
