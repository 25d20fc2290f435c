// Quiescence: captures are played out until the position is quiet enough for the evaluation to be believed.
#include <algorithm>

#include "chess/draw.h"
#include "chess/see.h"
#include "eval/evaluator.h"
#include "search/params.h"
#include "search/worker.h"

namespace rocada::search {

using chess::Move;
using chess::Position;
using eval::Score;

Score Worker::quiescence(const Position& position, Score alpha, Score beta, int ply) {
  plies_[static_cast<std::size_t>(ply)].line_length = 0;
  if (position.is_decided_by_checks()) return eval::mated_in(ply);
  if (chess::is_insufficient_material(position)) return eval::kDraw;
  // A check is answered by the main search, which knows mate when it sees it.
  if (position.in_check() && ply < eval::kMaxPly) return search(position, 0, alpha, beta, ply, false);
  if (should_stop()) return eval::kDraw;
  count_node();
  selective_depth_ = std::max(selective_depth_, ply);

  // The side to move need not capture: the position is worth at least its evaluation.
  const Score standing = eval::evaluate(position);
  if (standing >= beta || ply >= eval::kMaxPly) return standing;
  alpha = std::max(alpha, standing);
  Score best_score = standing;

  MovePicker picker(position, history_);
  for (Move move = picker.next(); !move.is_none(); move = picker.next()) {
    const Score victim = chess::exchange_value(position.piece_on(move.to()).type());
    if (!move.is_promotion() && standing + victim + params::kDeltaMargin <= alpha) continue;
    if (!chess::see_at_least(position, move, 0)) continue;
    Position child = position;
    child.make(move);
    keys_.push_back(child.key());
    const Score score = -quiescence(child, -beta, -alpha, ply + 1);
    keys_.pop_back();
    if (shared_->stop) return eval::kDraw;
    if (score > best_score) {
      best_score = score;
      if (score > alpha) {
        alpha = score;
        update_line(ply, move);
        if (score >= beta) break;
      }
    }
  }
  return best_score;
}

}  // namespace rocada::search
