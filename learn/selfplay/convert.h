// Between this folder's position and the engine's.
#pragma once

#include "chess/position.h"
#include "selfplay/position.h"

namespace rocada::selfplay {

// Of normal chess or Chess960.
Position from_chess(const chess::Position& position);

// A position that a game has reached, with the number of its move.
chess::Position to_chess(const Position& position, int full_move_number);

}  // namespace rocada::selfplay
