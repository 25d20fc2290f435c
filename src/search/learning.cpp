// What a finished node teaches: which moves to try first the next time, and how far to trust the evaluation.
#include <algorithm>

#include "search/params.h"
#include "search/tree_search.h"

namespace rocada::search {

using chess::Move;
using chess::Position;
using eval::Score;

// The best move is rewarded; those tried before it have had their chance.
void TreeSearch::learn_from_cutoff(const Node& node, const Position& position, Move best, std::span<const Move> quiets,
                                   std::span<const Move> captures) {
  const int bonus = params::history_bonus(node.depth);
  const int malus = params::history_malus(node.depth);
  if (position.is_quiet(best)) {
    const Circumstances around = stack_.circumstances(node.ply);
    history_.update_quiet(position, best, around, bonus);
    for (const Move move : quiets) history_.update_quiet(position, move, around, -malus);
  } else {
    history_.update_capture(position, best, bonus);
  }
  for (const Move move : captures) history_.update_capture(position, move, -malus);
}

// The table refutes the move that led here: it did not deserve its early place, in a node that was a ply deeper.
void TreeSearch::learn_from_refutation(const Node& node) {
  const Ply& before = stack_[node.ply - 1];
  if (before.piece.is_none() || !before.move_is_quiet || before.number > params::kEarlyMoves) return;
  History::update_continuations(before.piece, before.move.to(), stack_.continuations(node.ply - 1),
                                -params::history_malus(node.depth + 1));
}

// No move helps: the one that led here was good.
void TreeSearch::learn_from_fail_low(const Node& node, const Position& position) {
  const Ply& before = stack_[node.ply - 1];
  if (node.is_root() || before.piece.is_none() || !before.move_is_quiet) return;
  const int bonus = params::history_bonus(node.depth);
  History::update_continuations(before.piece, before.move.to(), stack_.continuations(node.ply - 1), bonus);
  history_.update_made(~position.side_to_move(), before.move, before.attacks.by_all,
                       bonus / params::kFailLowBonusDivisor);
}

// A quiet move that has improved its side's evaluation is a good one, even before anything is searched.
void TreeSearch::learn_from_step(const Node& node, const Position& position) {
  const Ply& before = stack_[node.ply - 1];
  if (node.is_root() || node.in_check || before.piece.is_none() || !before.move_is_quiet ||
      before.static_score == eval::kNoScore) {
    return;
  }
  const Score gain =
      std::clamp(-(before.static_score + node.static_score), -params::kStepDifferenceMost, params::kStepDifferenceMost);
  history_.update_made(~position.side_to_move(), before.move, before.attacks.by_all,
                       params::kStepDifferenceWeight * (gain + params::kStepDifferenceOffset));
}

// Captures change the evaluation by themselves, and a bound teaches only where it contradicts.
void TreeSearch::learn_correction(const Node& node, const Position& position, Move best, Score best_score) {
  if (node.in_check || (!best.is_none() && !position.is_quiet(best)) || eval::is_decisive(best_score)) return;
  const bool fails_high = best_score >= node.beta;
  if (fails_high && best_score <= node.static_score) return;
  if (best.is_none() && best_score >= node.static_score) return;
  correction_.learn(position, stack_.recent_moves(node.ply), best_score - node.static_score, node.depth);
}

}  // namespace rocada::search
