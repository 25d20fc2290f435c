#include "search/check_race.h"

#include "chess/legality.h"
#include "chess/movegen.h"
#include "search/params.h"

namespace rocada::search {

using chess::Move;
using chess::Position;

Move winning_check(const Position& position) {
  const int wanted = position.rules().checks_to_win;
  if (position.checks_given(position.side_to_move()) + 1 != wanted) return Move::none();
  const chess::CheckSquares checks(position);
  for (const Move move : chess::legal_moves(position)) {
    if (chess::gives_check(position, move, checks)) return move;
  }
  return Move::none();
}

int check_race_extension(const Node& node) {
  return node.checks_win && node.in_check ? params::kCheckRaceExtension : 0;
}

bool must_not_be_reduced(const Node& node, const MoveFacts& facts) {
  return node.checks_win && (facts.gives_check || node.in_check);
}

bool is_worth_any_price(const Node& node, const MoveFacts& facts) { return node.checks_win && facts.gives_check; }

bool may_skip_quiets(const Node& node) { return !node.checks_win; }

}  // namespace rocada::search
