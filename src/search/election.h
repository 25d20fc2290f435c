// Election: which of several searches of one position is believed. A pure function, for the threads of a machine and
// for the machines of a cluster alike.
#pragma once

#include <cstddef>
#include <span>

#include "chess/move.h"
#include "eval/score.h"

namespace rocada::search {

struct Vote {
  chess::Move move;
  eval::Score score = 0;
  int depth = 0;  // the last one finished; 0: none, and the vote can only help a move that others chose too
};

// The voter to be believed: of those for the move with most votes the first. The deeper it looked and the better it
// likes what it saw, the more a vote weighs; a mate seen beats all votes. There is one voter at least.
std::size_t elect(std::span<const Vote> votes);

}  // namespace rocada::search
