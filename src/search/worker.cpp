// Iterative deepening over the first moves, and what is reported of it.
#include "search/worker.h"

#include <algorithm>

#include "search/params.h"

namespace rocada::search {

using chess::Move;
using eval::Score;

void Worker::run(const game::GameRecord& game, SharedSearch& shared) {
  shared_ = &shared;
  completed_depth_ = 0;
  reported_best_ = Move::none();
  root_moves_.set_up(game, shared);
  Outbox* const outbox = shared.team != nullptr && shared.team->has_other_tables
                             ? shared.team->outboxes[static_cast<std::size_t>(number_)].get()
                             : nullptr;
  tree_.set_up(game, shared, root_moves_, outbox);
  if (root_moves_.empty()) return;
  // What to say should the search be interrupted before its first result.
  root_moves_.best().last_score = tree_.evaluate_root();
  deepen();
}

// Is the answer good enough after this depth?
bool Worker::is_enough(int depth, int stable_depths, Score earlier_score) const {
  const Limits& limits = shared_->limits;
  if (limits.depth && depth >= *limits.depth) return true;
  if (limits.soft_nodes && shared_->nodes() >= *limits.soft_nodes) return true;
  const RootMove& best = root_moves_.best();
  const Score score = best.score;
  if (limits.mate && eval::is_mate_score(score) && score > 0 && eval::moves_to_mate(score) <= *limits.mate) return true;
  const double share = static_cast<double>(best.nodes) / static_cast<double>(std::max<std::uint64_t>(1, nodes()));
  // There is nothing to think about when only one move is possible, or when a mate cannot get shorter.
  const bool is_forced = root_moves_.is_only_one() && depth >= params::kForcedMoveDepth;
  const bool is_shortest_mate = score > 0 && eval::is_mate_score(score) && depth >= eval::kMate - score;
  return shared_->time.is_time_to_settle(shared_->nodes(),
                                         {share, stable_depths, earlier_score - score, is_forced || is_shortest_mate});
}

void Worker::deepen() {
  const int lines = std::min(shared_->multi_pv, static_cast<int>(root_moves_.all().size()));
  int stable_depths = 0;
  for (int depth = 1; depth < eval::kMaxPly; ++depth) {
    const Move earlier_best = root_moves_.best().move;
    const Score earlier_score = root_moves_.best().score;
    for (int line = 0; line < lines && !stopped(); ++line) search_line(line, depth);
    if (stopped()) {
      root_moves_.settle_lines(lines);
      // Interrupted after a better move had turned up: the last line reported must be the one that is played.
      if (is_first() && root_moves_.best().move != reported_best_) report_lines(lines);
      return;
    }
    completed_depth_ = depth;
    root_moves_.sort_lines(lines);
    if (is_first()) report_lines(lines);
    stable_depths = root_moves_.best().move == earlier_best ? stable_depths + 1 : 0;
    // While pondering or analysing, limits do not end the search; the depth limit then simply waits for its turn.
    if (is_first() && is_enough(depth, stable_depths, depth > 1 ? earlier_score : root_moves_.best().score)) return;
  }
}

// The best of the moves that may be chosen for a line, within a window around what its move scored before (aspiration).
void Worker::search_line(int line, int depth) {
  root_moves_.begin_line(line);
  const auto candidates = root_moves_.candidates();
  const Score expected = root_moves_.expected_score(line);
  const Score narrowest = line == 0 ? params::kAspirationWindow : params::kAspirationWindowOfLaterLines;
  // A score that has just jumped often comes back.
  const Score middle = line == 0 ? candidates.front().mean_score : expected;
  Score window = narrowest + middle * middle / params::kAspirationScoreDivisor;
  const bool narrow = depth >= params::kAspirationMinDepth && !eval::is_decisive(expected);
  Score alpha = narrow ? std::max(middle - window, -eval::kInfinite) : -eval::kInfinite;
  Score beta = narrow ? std::min(middle + window, eval::kInfinite) : eval::kInfinite;
  int fail_highs = 0;
  // The first keeps its old score should the search be interrupted before it is done; the others must beat it.
  candidates.front().score = expected;
  while (true) {
    for (RootMove& other : candidates.subspan(1)) other.score = -eval::kInfinite;
    const Score score = tree_.search_root(depth, std::max(1, depth - fail_highs), alpha, beta);
    // Even an interrupted depth may have found something better: the moves searched so far are ordered.
    root_moves_.sort_candidates();
    if (stopped()) return;
    const Bound bound = score <= alpha ? Bound::Upper : score >= beta ? Bound::Lower : Bound::Exact;
    if (bound == Bound::Exact) return;
    const bool speak_of_bounds = shared_->time.elapsed().count() >= params::kBoundsAfterMs;
    if (is_first() && speak_of_bounds) report_line(line, depth, bound, score);
    if (bound == Bound::Upper) {
      beta = params::blend(beta, alpha, params::kAspirationBetaPercent);
      alpha = std::max(score - window, -eval::kInfinite);
      fail_highs = 0;
    } else {
      beta = std::min(score + window, eval::kInfinite);
      ++fail_highs;  // the move is good; how good need not be known to the last ply
    }
    window += window * params::kAspirationGrowthPercent / 100;
  }
}

void Worker::report_lines(int lines) {
  for (int line = 0; line < lines; ++line) {
    const RootMove& move = root_moves_[line];
    // Where not even the first depth was finished, some moves have not been looked at.
    if (line > 0 && move.score == -eval::kInfinite) return;
    report_line(line, std::max(1, move.depth), Bound::Exact, move.score);
  }
}

void Worker::report_line(int line, int depth, Bound bound, Score score) {
  const RootMove& root_move = root_moves_[line];
  if (line == 0) reported_best_ = root_move.move;
  if (!shared_->observer) return;
  const Score shown = root_move.shown(score);
  const Bound shown_bound = shown == score ? bound : Bound::Exact;
  shared_->observer->line(
      {depth, root_move.selective_depth, line + 1, shown, shown_bound, root_move.line, shared_->effort()});
}

}  // namespace rocada::search
