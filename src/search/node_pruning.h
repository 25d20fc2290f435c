// When a node need not be searched move by move: pure functions of what is known of it.
#pragma once

#include <optional>

#include "chess/position.h"
#include "search/node.h"

namespace rocada::search {

// Does what the table knows answer the question asked?
bool is_bound_for(const TableEntry& entry, eval::Score alpha, eval::Score beta);
// Is a mate or a won table still reached before the fifty-move draw? The table does not know how many moves it has been
// without progress, so what it found with a low count may be too far away now. Other scores have no date.
bool comes_in_time(eval::Score score, int ply, int fifty_move_count);
bool table_answers(const Node& node, const chess::Position& position);
// The evaluation, or the table's score where it says more.
eval::Score best_estimate(eval::Score static_score, const std::optional<TableEntry>& known);

// So far above beta that it will stay above: the score to return.
std::optional<eval::Score> try_reverse_futility(const Node& node);
// So far below alpha that only captures could help.
bool is_worth_razoring(const Node& node);
// Is doing nothing worth a try? Not where only pawns are left: zugzwang is common there.
bool may_try_null_move(const Node& node, const chess::Position& position);
int null_move_reduction(const Node& node);
// What a capture must reach in a shallow search to prove the node; none where it is not worth trying.
std::optional<eval::Score> prob_cut_goal(const Node& node);
// The score where the table knows, from a search not much shallower, that the node is far above beta.
std::optional<eval::Score> table_prob_cut(const Node& node);

bool lacks_a_first_move(const Node& node);

// Anything beside king and pawns.
bool has_pieces(const chess::Position& position, chess::Color color);

}  // namespace rocada::search
