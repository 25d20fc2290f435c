// Chess960 start positions, numbered 0 to 959 in Scharnagl's way; 518 is normal chess.
#pragma once

#include <array>

#include "chess/piece.h"
#include "chess/position.h"
#include "util/result.h"

namespace rocada::chess {

inline constexpr int kChess960Count = 960;
inline constexpr int kChess960Normal = 518;

// The first rank from a to h. `number` is below 960.
std::array<PieceType, 8> chess960_back_rank(int number);

// The two numbers differ in double Chess960.
util::Result<Position> chess960_start(int white_number, int black_number, Variant variant = Variant::Standard);

}  // namespace rocada::chess
