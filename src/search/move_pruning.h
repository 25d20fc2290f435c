// When a move need not be searched: pure functions of the node and what is known of the move.
#pragma once

#include "chess/move.h"
#include "chess/position.h"
#include "search/node.h"

namespace rocada::search {

struct LeftOut {
  bool this_move = false;
  bool quiets_after_it = false;
};
// What is left out, this move and later ones? Asked only once something better than losing is known. Where checks win,
// no check is left out, so the quiet moves must go on coming.
LeftOut left_out(const Node& node, const chess::Position& position, chess::Move move, const MoveFacts& facts);

}  // namespace rocada::search
