#include "search/node_pruning.h"

#include <algorithm>
#include <cstdlib>

#include "chess/draw.h"
#include "search/params.h"

namespace rocada::search {

using eval::Score;

bool is_bound_for(const TableEntry& entry, Score alpha, Score beta) {
  return entry.bound == Bound::Exact || (entry.bound == Bound::Lower && entry.score >= beta) ||
         (entry.bound == Bound::Upper && entry.score <= alpha);
}

bool comes_in_time(Score score, int ply, int fifty_move_count) {
  if (!eval::is_decisive(score)) return true;
  const Score furthest = eval::is_mate_score(score) ? eval::kMate : eval::kTablebaseWin;
  const int plies = furthest - std::abs(score) - ply;
  return fifty_move_count + plies <= chess::kFiftyMovePlies;
}

// In a principal variation the whole line is wanted, so we look again.
bool table_answers(const Node& node, const chess::Position& position) {
  return node.known && !node.is_pv && node.known->depth >= node.depth &&
         is_bound_for(*node.known, node.alpha, node.beta) &&
         position.fifty_move_count() < params::kTableCutoffMaxFiftyMoveCount &&
         comes_in_time(node.known->score, node.ply, position.fifty_move_count());
}

Score best_estimate(Score static_score, const std::optional<TableEntry>& known) {
  if (!known || eval::is_decisive(known->score)) return static_score;
  const bool higher = known->score > static_score;
  const bool says_more = known->bound == Bound::Exact || known->bound == (higher ? Bound::Lower : Bound::Upper);
  return says_more ? known->score : static_score;
}

std::optional<Score> try_reverse_futility(const Node& node) {
  if (node.was_pv || node.depth > params::kReverseFutilityMaxDepth || eval::is_decisive(node.beta)) return std::nullopt;
  const Score margin = params::kReverseFutilityMargin * node.depth -
                       (node.improving ? params::kReverseFutilityImproving : 0) +
                       params::for_uncertainty(node.uncertainty);
  if (node.estimate - margin < node.beta || eval::is_decisive(node.estimate)) return std::nullopt;
  return params::blend(node.estimate, node.beta, params::kReverseFutilityEstimatePercent);
}

bool is_worth_razoring(const Node& node) {
  return !node.is_pv && node.depth <= params::kRazoringMaxDepth &&
         node.estimate + params::kRazoringMargin + params::kRazoringMarginPerPly * node.depth * node.depth <=
             node.alpha;
}

bool has_pieces(const chess::Position& position, chess::Color color) {
  using chess::PieceType;
  return (position.pieces(color) - position.pieces(PieceType::Pawn, PieceType::King)).any();
}

bool may_try_null_move(const Node& node, const chess::Position& position) {
  return !node.is_pv && node.depth >= params::kNullMoveMinDepth && node.estimate >= node.beta &&
         node.static_score >= node.beta + params::kNullMoveMargin - params::kNullMoveMarginPerPly * node.depth &&
         !eval::is_decisive(node.beta) && has_pieces(position, position.side_to_move());
}

int null_move_reduction(const Node& node) {
  return params::kNullMoveReduction + node.depth / params::kNullMoveDepthDivisor +
         std::min((node.estimate - node.beta) / params::kNullMoveScoreDivisor, params::kNullMoveMaxScoreReduction);
}

std::optional<Score> prob_cut_goal(const Node& node) {
  if (node.is_pv || node.depth < params::kProbCutMinDepth || eval::is_decisive(node.beta)) return std::nullopt;
  const Score goal = node.beta + params::kProbCutMargin - (node.improving ? params::kProbCutImproving : 0);
  // What the table knows may speak against it.
  if (node.known && node.known->depth >= node.depth - params::kProbCutReduction && node.known->score < goal) {
    return std::nullopt;
  }
  return goal;
}

std::optional<Score> table_prob_cut(const Node& node) {
  if (node.is_pv || !node.known || node.known->bound != Bound::Lower || eval::is_decisive(node.beta)) {
    return std::nullopt;
  }
  const Score goal = node.beta + params::kTableProbCutMargin;
  const bool is_deep = node.known->depth >= node.depth - params::kTableProbCutDepth;
  if (!is_deep || node.known->score < goal || eval::is_decisive(node.known->score)) return std::nullopt;
  return goal;
}

bool lacks_a_first_move(const Node& node) {
  return (node.is_pv || node.expect_cut) && node.depth >= params::kIterativeReductionMinDepth &&
         node.table_move.is_none();
}

}  // namespace rocada::search
