// Quiescence: captures are played out until the position is quiet enough for the evaluation to be believed (stand pat).
// In its first ply quiet checks are tried as well, and once more when one has been answered: many a mate begins with
// them.
#include <algorithm>

#include "chess/draw.h"
#include "chess/legality.h"
#include "chess/see.h"
#include "search/move_picker.h"
#include "search/node_pruning.h"
#include "search/params.h"
#include "search/tree_search.h"

namespace rocada::search {

using chess::Move;
using chess::Position;
using eval::Score;

namespace {

// How far above beta a score is was not asked, and is known the less the higher it is.
Score tempered(Score score, Score beta, int percent) {
  return eval::is_decisive(score) || eval::is_decisive(beta) ? score : score - (score - beta) * percent / 100;
}

}  // namespace

template <TreeSearch::Strength OurStrength>
Score TreeSearch::quiescence(const Position& position, Score alpha, Score beta, int ply, int checks) {
  stack_.line(ply).length = 0;
  if (position.is_decided_by_checks()) return eval::mated_in(ply);
  if (OurStrength == Strength::Full && wins_by_check(position, ply)) return eval::mate_in(ply + 1);
  if (path_.is_draw(position, ply)) return eval::kDraw;
  if (ply >= eval::kMaxPly) return evaluator_.evaluate(position);
  if (watch_.should_stop()) return eval::kDraw;
  watch_.count_node();
  selective_depth_ = std::max(selective_depth_, ply);

  // What is already known of this position. Where checks were not tried, no more is known than of the captures.
  Node node{.depth = checks > 0 ? 0 : params::kDepthOfCaptures,
            .alpha = alpha,
            .beta = beta,
            .ply = ply,
            .is_pv = beta - alpha > 1,
            .in_check = position.in_check()};
  look_up(node, position);
  if (table_answers(node, position)) return node.known->score;

  // The side to move need not capture: the position is worth at least its evaluation. A check must be answered.
  Score best_score = -eval::kInfinite;
  Score hopeless_below = -eval::kInfinite;
  evaluate_node<OurStrength>(node, position);
  if (!node.in_check) {
    best_score = node.estimate;
    if (best_score >= beta) return tempered(best_score, beta, params::kStandPatBetaPercent);
    node.alpha = std::max(node.alpha, best_score);
    hopeless_below = node.static_score + params::kQuiescenceFutilityMargin;
  }

  using enum MovePicker::Moves;
  const MovePicker::Moves kinds = node.in_check ? All : checks > 0 ? NoisyAndChecks : Noisy;
  if (kinds != Noisy) {
    stack_[ply].attacks = chess::attack_map(position, ~position.side_to_move());
  }
  const Circumstances around = stack_.circumstances(ply);
  const Ply& before = stack_[ply - 1];
  MovePicker picker(position, kinds, node.table_move, history_, around);
  Move best_move;
  int number = 0;
  for (Move move = picker.next(); !move.is_none(); move = picker.next()) {
    ++number;
    if (overlooks<OurStrength>(position, move, ply)) continue;
    shared_->table.prefetch(position.likely_key_after(move));
    if (best_score >= -eval::kHighestEvaluation) {
      if (!node.in_check) {
        const bool retakes = !before.piece.is_none() && move.to() == before.move.to();
        const bool is_forcing = retakes || move.is_promotion() || chess::gives_check(position, move);
        if (!is_forcing && number > params::kQuiescenceMoves) continue;
        const Score most = hopeless_below + params::piece_worth(chess::exchange_value(position.captured_by(move)));
        if (!is_forcing && most <= node.alpha) {
          best_score = std::max(best_score, most);
          continue;
        }
      }
      // One quiet way out of check is enough, as long as it does not lose.
      if (node.in_check && position.is_quiet(move)) picker.skip_quiets();
      if (!chess::see_at_least(position, move, params::kQuiescenceExchangeMargin)) continue;
    }
    const Position child = enter(position, move, ply);
    const int checks_left = node.in_check ? checks : child.in_check() ? std::max(0, checks - 1) : 0;
    const Score score = -quiescence<OurStrength>(child, -node.beta, -node.alpha, ply + 1, checks_left);
    leave();
    if (stopped()) return eval::kDraw;
    if (score > best_score) {
      best_score = score;
      if (score > node.alpha) {
        best_move = move;
        node.alpha = score;
        stack_.line(ply).begin_with(move, stack_.line(ply + 1));
        if (score >= beta) break;
      }
    }
  }
  if (number == 0 && node.in_check) return eval::mated_in(ply);

  if (best_score >= beta) best_score = tempered(best_score, beta, params::kQuiescenceBetaPercent);
  const Bound bound = best_score >= beta ? Bound::Lower : Bound::Upper;
  shared_->table.store(position.key(), ply, {best_move, best_score, node.bare_score, node.depth, bound, node.was_pv});
  return best_score;
}

template Score TreeSearch::quiescence<TreeSearch::Strength::Full>(const Position&, Score, Score, int, int);
template Score TreeSearch::quiescence<TreeSearch::Strength::Handicapped>(const Position&, Score, Score, int, int);

}  // namespace rocada::search
