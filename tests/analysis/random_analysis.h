// Random games with random lines for each position: ground for the laws of this folder.
#pragma once

#include <vector>

#include "analysis/game_analysis.h"
#include "game/random_records.h"

namespace rocada::test {

inline eval::Score random_score(util::Random& random) {
  if (random.below(10) == 0) {
    return random.below(2) == 0 ? eval::mate_in(1 + static_cast<int>(random.below(20)))
                                : eval::mated_in(2 + static_cast<int>(random.below(20)));
  }
  return static_cast<eval::Score>(random.below(2401)) - 1200;
}

inline analysis::FoundLine random_line(const chess::Position& start, util::Random& random) {
  analysis::FoundLine line{random_score(random), static_cast<int>(random.below(30)), {}};
  chess::Position position = start;
  for (std::uint32_t plies = 1 + random.below(6); plies > 0; --plies) {
    const chess::MoveList moves = chess::legal_moves(position);
    if (moves.empty()) break;
    line.moves.push_back(random_move(moves, random));
    position.make(line.moves.back());
  }
  return line;
}

inline std::vector<analysis::FoundLines> random_lines(const game::GameRecord& record, util::Random& random) {
  std::vector<analysis::FoundLines> positions;
  for (const chess::Position& position : record.positions()) {
    if (!chess::has_legal_move(position)) {
      positions.push_back({{0, 0, {}}});
      continue;
    }
    analysis::FoundLines lines;
    for (std::uint32_t count = 1 + random.below(3); count > 0; --count) lines.push_back(random_line(position, random));
    positions.push_back(lines);
  }
  return positions;
}

}  // namespace rocada::test
