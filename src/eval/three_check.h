// What the network does not know: in 3-check the third check wins.
#pragma once

#include "chess/position.h"
#include "eval/score.h"

namespace rocada::eval {

// What the position is worth where the network, which knows only normal chess, says `network`: less of that, and the
// checks given so far and how near the next ones are. From the side to move's point of view.
Score three_check_score(const chess::Position& position, Score network);

}  // namespace rocada::eval
