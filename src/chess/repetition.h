// Repetitions that can be forced: is there a move that brings back an earlier position?
//
// Two positions one reversible move apart have keys that differ by that move's key alone. All such keys, about 3,700,
// stand in a hash table built at compile time, so the question costs one lookup for each earlier position and no move
// is generated.
#pragma once

#include <span>

#include "chess/position.h"

namespace rocada::chess {

// Can the side to move bring back, with one move, a position of the last `plies`? `keys` are the keys of the game in
// order, that of `position` last; none of the last `plies` moves was a capture, a pawn move or a pass.
bool can_repeat(const Position& position, std::span<const Key> keys, int plies);

}  // namespace rocada::chess
