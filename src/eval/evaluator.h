// The evaluation: material and piece placement, tapered from middlegame to endgame. A stepping stone for the network.
#pragma once

#include "chess/position.h"
#include "eval/score.h"

namespace rocada::eval {

// From the side to move's point of view; never decisive.
Score evaluate(const chess::Position& position);

}  // namespace rocada::eval
