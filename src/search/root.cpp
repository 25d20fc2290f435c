// The root: iterative deepening over the first moves, and what is reported of it.
#include <algorithm>

#include "chess/movegen.h"
#include "search/params.h"
#include "search/worker.h"

namespace rocada::search {

using chess::Move;
using chess::Position;
using eval::Score;

std::uint64_t SharedSearch::nodes() const {
  std::uint64_t total = 0;
  for (const auto& worker : workers) total += worker->nodes();
  return total;
}

std::uint64_t SharedSearch::tablebase_hits() const {
  std::uint64_t total = root_tablebase_hits.load(std::memory_order_relaxed);
  for (const auto& worker : workers) total += worker->tablebase_hits();
  return total;
}

Effort SharedSearch::effort() const { return {nodes(), time.elapsed(), table.permille_full(), tablebase_hits()}; }

void SharedSearch::rank_root(const game::GameRecord& game, const tb::Tablebases* tables) {
  if (tables == nullptr || tables->largest() == 0) return;
  tablebases = tables;
  ranking = rank_root_moves(game, *tables);
  if (!ranking) return;
  root_tablebase_hits = ranking->moves.size();
  if (!ranking->search_needs_tables) tablebases = nullptr;
}

void Worker::set_up(const game::GameRecord& game) {
  nodes_ = 0;
  tablebase_hits_ = 0;
  completed_depth_ = 0;
  reported_best_ = Move::none();
  root_ = &game.position();
  keys_.assign(game.keys().begin(), game.keys().end());
  keys_.reserve(keys_.size() + eval::kMaxPly + 8);
  for (Ply& ply : plies_) ply.killers = {};
  root_moves_.clear();
  const auto& only = shared_->limits.only_moves;
  for (const Move move : chess::legal_moves(*root_)) {
    if (only.empty() || std::ranges::find(only, move) != only.end()) {
      root_moves_.push_back({move, -eval::kInfinite, 0, {move}});
    }
  }
  if (shared_->ranking) sort_by_tables();
}

void Worker::sort_by_tables() {
  for (RootMove& root_move : root_moves_) {
    const auto known = std::ranges::find(shared_->ranking->moves, root_move.move, &RankedMove::move);
    root_move.rank = known->rank;
    root_move.tablebase_score = known->score;
  }
  std::ranges::stable_sort(root_moves_, std::ranges::greater(), &RootMove::rank);
}

// Where the moves end that the tables hold for no worse than the one at `rank`: all of them where they know nothing.
std::size_t Worker::end_of_equals(int rank) const {
  const auto first = root_moves_.begin() + rank;
  const auto end =
      std::find_if(first, root_moves_.end(), [&](const RootMove& move) { return move.rank != first->rank; });
  return static_cast<std::size_t>(end - root_moves_.begin());
}

void Worker::run(const game::GameRecord& game, SharedSearch& shared) {
  shared_ = &shared;
  set_up(game);
  if (!root_moves_.empty()) deepen();
}

// Is the answer good enough after this depth?
bool Worker::is_enough(int depth) const {
  const Limits& limits = shared_->limits;
  if (limits.depth && depth >= *limits.depth) return true;
  const Score score = root_moves_.front().score;
  if (limits.mate && eval::is_mate_score(score) && score > 0 && eval::moves_to_mate(score) <= *limits.mate) return true;
  if (shared_->time.is_time_to_settle(shared_->nodes())) return true;
  // With a clock running there is nothing to think about when only one move is possible, or when a mate cannot get
  // shorter.
  const bool on_the_clock = limits.clock && !limits.infinite && !shared_->time.is_pondering();
  if (on_the_clock && end_of_equals(0) == 1 && depth >= params::kForcedMoveDepth) return true;
  return on_the_clock && score > 0 && eval::is_mate_score(score) && depth >= eval::kMate - score;
}

void Worker::deepen() {
  const int ranks = std::min(shared_->multi_pv, static_cast<int>(root_moves_.size()));
  for (int depth = 1; depth < eval::kMaxPly; ++depth) {
    selective_depth_ = 0;
    for (int rank = 0; rank < ranks && !shared_->stop; ++rank) search_ranked(rank, depth);
    if (shared_->stop) {
      // Interrupted after a better move had turned up: the last line told must be the one that is played.
      const RootMove& best = root_moves_.front();
      if (is_first() && best.move != reported_best_) report_line(0, depth, Bound::Exact, best.score);
      return;
    }
    completed_depth_ = depth;
    // While pondering or analysing, limits do not end the search; the depth limit then simply waits for its turn.
    if (is_first() && is_enough(depth)) return;
  }
}

// The best of the moves not yet ranked, within a window around what it scored before.
void Worker::search_ranked(int rank, int depth) {
  const auto first = root_moves_.begin() + rank;
  const auto last = root_moves_.begin() + static_cast<std::ptrdiff_t>(end_of_equals(rank));
  const Score expected = first->score;
  Score window = params::kAspirationWindow;
  const bool narrow = depth >= params::kAspirationMinDepth && !eval::is_decisive(expected);
  Score alpha = narrow ? std::max(expected - window, -eval::kInfinite) : -eval::kInfinite;
  Score beta = narrow ? std::min(expected + window, eval::kInfinite) : eval::kInfinite;
  while (true) {
    const Score score = search_root(rank, depth, alpha, beta);
    // Even an interrupted depth may have found something better: the moves searched so far are ordered.
    std::stable_sort(first, last, [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
    if (shared_->stop) return;
    const Bound bound = score <= alpha ? Bound::Upper : score >= beta ? Bound::Lower : Bound::Exact;
    const bool speak_of_bounds = shared_->time.elapsed().count() >= params::kBoundsAfterMs;
    if (is_first() && (bound == Bound::Exact || speak_of_bounds)) report_line(rank, depth, bound, score);
    if (bound == Bound::Exact) return;
    window *= params::kAspirationGrowth;
    if (bound == Bound::Upper) {
      alpha = std::max(score - window, -eval::kInfinite);
    } else {
      beta = std::min(score + window, eval::kInfinite);
    }
  }
}

Score Worker::search_root(int rank, int depth, Score alpha, Score beta) {
  Score best_score = -eval::kInfinite;
  const std::size_t end = end_of_equals(rank);
  // The first keeps its old score should the search be interrupted before it is done; the others must beat it.
  for (std::size_t i = static_cast<std::size_t>(rank) + 1; i < end; ++i) root_moves_[i].score = -eval::kInfinite;
  for (std::size_t i = static_cast<std::size_t>(rank); i < end; ++i) {
    RootMove& root_move = root_moves_[i];
    const int number = static_cast<int>(i) + 1 - rank;
    if (is_first() && shared_->time.elapsed().count() >= params::kCurrentMoveAfterMs) {
      shared_->observer->current_move({depth, root_move.move, number, static_cast<int>(end) - rank, shared_->effort()});
    }
    Position child = *root_;
    child.make(root_move.move);
    keys_.push_back(child.key());
    selective_depth_ = 0;
    const Score score = search_child(child, depth - 1, alpha, beta, 0, 0, number == 1);
    keys_.pop_back();
    if (shared_->stop) return best_score;

    if (score > best_score) best_score = score;
    if (number == 1 || score > alpha) {
      const Ply& next = plies_[1];
      root_move.score = score;
      root_move.selective_depth = selective_depth_;
      root_move.line.assign(1, root_move.move);
      root_move.line.insert(root_move.line.end(), next.line.begin(), next.line.begin() + next.line_length);
    } else {
      root_move.score = -eval::kInfinite;  // no better than the first, and not known how much worse
    }
    alpha = std::max(alpha, score);
    if (score >= beta) break;
  }
  return best_score;
}

void Worker::report_line(int rank, int depth, Bound bound, Score score) {
  const RootMove& root_move = root_moves_[static_cast<std::size_t>(rank)];
  if (rank == 0) reported_best_ = root_move.move;
  const Score told = root_move.told(score);
  const Bound told_bound = told == score ? bound : Bound::Exact;
  shared_->observer->line(
      {depth, root_move.selective_depth, rank + 1, told, told_bound, root_move.line, shared_->effort()});
}

}  // namespace rocada::search
