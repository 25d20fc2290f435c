// The back ranks of Chess960 for openings.h, taken from the engine.
#pragma once

#include "chess/variants/chess960.h"
#include "selfplay/openings.h"

namespace rocada::selfplay {

static_assert(kStartPositions == chess::kChess960Count && kNormalStart == chess::kChess960Normal);

inline BackRanks make_back_ranks() {
  BackRanks ranks{};
  for (int number = 0; number < kStartPositions; ++number) {
    const auto types = chess::chess960_back_rank(number);
    for (std::size_t file = 0; file < types.size(); ++file) {
      ranks.codes[number] |= static_cast<std::uint32_t>(index_of(types[file]) + 1) << (4 * file);
    }
  }
  return ranks;
}

}  // namespace rocada::selfplay
