// Where a check is progress by itself (3-check), what the search does otherwise than in normal chess. All of it stands
// here; the rest of the search only asks.
#pragma once

#include "chess/move.h"
#include "chess/position.h"
#include "search/node.h"

namespace rocada::search {

// A move that wins at once by giving the last check; none where there is none.
chess::Move winning_check(const chess::Position& position);

// How much deeper a position in check is searched: the check must be answered before anything can be judged.
int check_race_extension(const Node& node);

// Is a check, or the answer to one, searched in full even if it comes late?
bool must_not_be_reduced(const Node& node, const MoveFacts& facts);

// Is a check worth a look however much material it loses?
bool is_worth_any_price(const Node& node, const MoveFacts& facts);

// Are the quiet moves after the first few left out without a look? They might be checks.
bool may_skip_quiets(const Node& node);

}  // namespace rocada::search
