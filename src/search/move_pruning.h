// When a move need not be searched: pure functions of the node and what is known of the move.
#pragma once

#include "chess/move.h"
#include "chess/position.h"
#include "search/node.h"

namespace rocada::search {

// So many moves have been looked at that no quiet one after them matters.
bool is_too_late(const Node& node, int number);
// Leave this move out? Asked only once something better than losing is known. A check that wins is never left out.
bool is_hopeless(const Node& node, const chess::Position& position, chess::Move move, const MoveFacts& facts);

}  // namespace rocada::search
