// Perft: how many move sequences of a given length there are. The exact test of a move generator.
#pragma once

#include <cstdint>

#include "chess/position.h"

namespace rocada::chess {

// The last ply is counted in bulk, without making its moves. Depth 0 is 1.
std::uint64_t perft(const Position& position, int depth);

}  // namespace rocada::chess
