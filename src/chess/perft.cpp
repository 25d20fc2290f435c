#include "chess/perft.h"

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

}  // namespace rocada::chess
