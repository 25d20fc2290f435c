#include "search/move_pruning.h"

#include <algorithm>

#include "chess/see.h"
#include "search/check_race.h"
#include "search/params.h"

namespace rocada::search {

using chess::Move;
using chess::Position;
using eval::Score;

namespace {

bool is_hopeless_quiet(const Node& node, const Position& position, Move move, const MoveFacts& facts) {
  const int reduced =
      std::max(0, node.depth - 1 - params::base_reduction(node.depth, facts.number) / params::kPlyGrain);
  if (reduced <= params::kHistoryPruningMaxDepth && facts.history < params::kHistoryPruningMargin * node.depth) {
    return true;
  }
  const Score most = node.static_score + params::kFutilityBase + params::kFutilityMargin * reduced +
                     facts.history / params::kFutilityHistoryDivisor + params::for_uncertainty(node.uncertainty);
  if (!node.in_check && reduced <= params::kFutilityMaxDepth && most <= node.alpha) return true;
  return !chess::see_at_least(position, move, params::kQuietExchangeMargin * reduced * reduced);
}

bool is_hopeless_capture(const Node& node, const Position& position, Move move) {
  const Score most = node.static_score + params::kCaptureFutilityBase + params::kCaptureFutilityMargin * node.depth +
                     params::piece_worth(chess::exchange_value(position.captured_by(move)));
  if (!node.in_check && !move.is_promotion() && node.depth <= params::kCaptureFutilityMaxDepth && most <= node.alpha) {
    return true;
  }
  return !chess::see_at_least(position, move, params::kCaptureExchangeMargin * node.depth);
}

bool is_hopeless(const Node& node, const Position& position, Move move, const MoveFacts& facts, bool is_late) {
  if (facts.gives_check) {
    return !is_worth_any_price(node, facts) &&
           !chess::see_at_least(position, move, params::kCaptureExchangeMargin * node.depth);
  }
  if (!facts.is_quiet) return is_hopeless_capture(node, position, move);
  return is_late || is_hopeless_quiet(node, position, move, facts);
}

}  // namespace

LeftOut left_out(const Node& node, const Position& position, Move move, const MoveFacts& facts) {
  // So many moves are looked at that no quiet one after them matters.
  const int looked_at = params::late_move_count(node.depth, node.improving);
  return {is_hopeless(node, position, move, facts, facts.number > looked_at),
          facts.number >= looked_at && may_skip_quiets(node)};
}

}  // namespace rocada::search
