// What the network does not know: in 3-check the third check wins.
#pragma once

#include "chess/position.h"
#include "eval/score.h"

namespace rocada::eval {

// The checks given so far and how near the next ones are, from the side to move's point of view.
Score three_check_balance(const chess::Position& position);

}  // namespace rocada::eval
