// How deep to search a move: reductions of late moves, extensions of singular ones. Pure functions.
#pragma once

#include "search/node.h"
#include "search/stack.h"

namespace rocada::search {

// In 1/1024 ply; may be negative. `cutoffs` counts the fail-highs among the moves' own nodes so far.
int late_move_reduction(const Node& node, const MoveFacts& facts, int cutoffs);

// The depth of the full search after a reduced one that beat alpha.
int depth_after_surprise(int depth, eval::Score score, eval::Score best_score);

// A move has just raised alpha to `score`: will less depth show that the moves after it do not?
bool others_need_less_depth(const Node& node, eval::Score score);

// Is the table's move perhaps the only good one? Then all others are tried against `singular_goal`.
bool may_be_singular(const Node& node, int root_depth);
eval::Score singular_goal(const Node& node);
// The same node less deep, without its move and what the table says of it: do the others reach the goal?
Node others_of(const Node& node, chess::Move excluded, eval::Score goal);
// In plies, once the others are known to reach `others` at most (below the goal) or at least.
int singular_extension(const Node& node, eval::Score others, eval::Score goal, bool is_quiet);

// One ply more or less where the line so far was judged too pessimistically or optimistically.
int hindsight(const Node& node, const Stack& stack);

}  // namespace rocada::search
