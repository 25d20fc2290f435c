// Static exchange evaluation: what a capture wins or loses if both sides keep taking on its square.
//
// Each side takes with its least valuable piece, may stop at any time, and does not take with the king into check. Pins
// are not looked at: the full search sees them.
#pragma once

#include <array>

#include "chess/move.h"
#include "chess/piece.h"
#include "chess/position.h"

namespace rocada::chess {

// In centipawns. Only their order and rough sizes matter here; the evaluation has its own opinion.
inline constexpr std::array<int, 7> kExchangeValues = {100, 320, 330, 500, 950, 20000, 0};
constexpr int exchange_value(PieceType type) { return kExchangeValues[index_of(type)]; }

// Does the exchange begun by this legal move gain at least `threshold`? Cheaper than asking for the exact value.
bool see_at_least(const Position& position, Move move, int threshold);

}  // namespace rocada::chess
