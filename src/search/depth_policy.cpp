#include "search/depth_policy.h"

#include "search/check_race.h"
#include "search/params.h"

namespace rocada::search {

using eval::Score;

int late_move_reduction(const Node& node, const MoveFacts& facts, int cutoffs) {
  int reduction = params::base_reduction(node.depth, facts.number);
  if (!node.is_pv) reduction += params::kReduceNonPv;
  if (node.expect_cut) {
    reduction += params::kReduceCutNode + (node.table_move.is_none() ? params::kReduceCutNodeWithoutMove : 0);
  }
  if (!node.improving) reduction += params::kReduceNotImproving;
  if (node.table_move_is_noisy) reduction += params::kReduceNoisyTableMove;
  if (cutoffs > params::kManyCutoffs) reduction += params::kReduceManyCutoffs;
  if (node.was_pv) {
    const bool is_known_as_deep = node.known && node.known->depth >= node.depth;
    reduction += params::kReduceWasPv + (is_known_as_deep ? params::kReduceWasPvDeep : 0);
  }
  if (node.is_pv) reduction += params::kReduceWholeWindow * (node.beta - node.alpha) / node.root_window;
  if (facts.gives_check) reduction += params::kReduceCheck;
  if (facts.is_quiet) {
    return reduction -
           (facts.history + facts.butterfly / params::kReduceButterflyDivisor) / params::kReduceHistoryDivisor;
  }
  return reduction + params::kReduceCapture - facts.history / params::kReduceCaptureHistoryDivisor;
}

int depth_after_surprise(int depth, Score score, Score best_score) {
  if (score > best_score + params::kDeeperMargin + params::kDeeperMarginPerPly * depth) return depth + 1;
  return score < best_score + params::kShallowerMargin ? depth - 1 : depth;
}

bool others_need_less_depth(const Node& node, Score score) {
  return node.depth > params::kRaisedAlphaReduction && node.depth <= params::kRaisedAlphaMaxDepth &&
         !eval::is_decisive(score);
}

bool may_be_singular(const Node& node, int root_depth) {
  return !node.is_root() && node.depth >= params::kSingularMinDepth + (node.was_pv ? params::kSingularMinDepthPv : 0) &&
         node.known && node.known->depth >= node.depth - params::kSingularTableDepth &&
         (node.known->bound == Bound::Lower || node.known->bound == Bound::Exact) &&
         !eval::is_decisive(node.known->score) && node.ply < params::kExtensionMaxPlyFactor * root_depth;
}

Score singular_goal(const Node& node) {
  const int margin = params::kSingularMargin + (node.was_pv && !node.is_pv ? params::kSingularMarginPv : 0);
  return node.known->score - margin * node.depth / 100;
}

Node others_of(const Node& node, chess::Move excluded, Score goal) {
  return {.depth = (node.depth - 1) / params::kSingularDepthDivisor + check_race_extension(node),
          .alpha = goal - 1,
          .beta = goal,
          .first_alpha = goal - 1,
          .ply = node.ply,
          .expect_cut = node.expect_cut,
          .in_check = node.in_check,
          .checks_win = node.checks_win,
          .improving = node.improving,
          .was_pv = node.was_pv,
          .static_score = node.static_score,
          .uncertainty = node.uncertainty,
          .excluded = excluded};
}

int singular_extension(const Node& node, Score others, Score goal, bool is_quiet) {
  if (others < goal) {
    if (node.is_pv) return others < goal - params::kDoubleExtensionMarginPv ? 2 : 1;
    if (is_quiet && others < goal - params::kTripleExtensionMargin) return 3;
    return others < goal - params::kDoubleExtensionMargin ? 2 : 1;
  }
  // Several moves seem to beat beta: this one deserves no special attention.
  if (node.known->score >= node.beta) return params::kNegativeExtensionAboveBeta;
  return node.expect_cut ? params::kNegativeExtension : 0;
}

int hindsight(const Node& node, const Stack& stack) {
  const Ply& before = stack[node.ply - 1];
  if (node.in_check || node.is_root() || before.static_score == eval::kNoScore) return 0;
  const Score sum = node.static_score + before.static_score;
  if (before.reduction >= params::kHindsightDeepenReduction && sum < params::kHindsightDeepenSum) return 1;
  const bool reduced = before.reduction >= params::kHindsightReduceReduction;
  return reduced && node.depth >= params::kHindsightReduceMinDepth && sum > params::kHindsightSum ? -1 : 0;
}

}  // namespace rocada::search
