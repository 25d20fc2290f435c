// The root: iterative deepening over the first moves, and what is reported of it.
#include <algorithm>
#include <functional>

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
  if (team != nullptr) total += team->nodes.load(std::memory_order_relaxed);
  return total;
}

std::uint64_t SharedSearch::tablebase_hits() const {
  std::uint64_t total = root_tablebase_hits.load(std::memory_order_relaxed);
  for (const auto& worker : workers) total += worker->tablebase_hits();
  if (team != nullptr) total += team->tablebase_hits.load(std::memory_order_relaxed);
  return total;
}

Effort SharedSearch::effort() const {
  int permille = table.permille_full();
  if (team != nullptr)
    permille = (permille + team->hash_permille_sum.load(std::memory_order_relaxed)) / (team->others + 1);
  return {nodes(), time.elapsed(), permille, tablebase_hits()};
}

void SharedSearch::rank_root(const game::GameRecord& game, const tb::Tablebases* tables,
                             const TablebaseSettings& settings) {
  if (tables == nullptr || tables->largest() == 0) return;
  tablebases = tables;
  tablebase_settings = settings;
  ranking = rank_root_moves(game, *tables, settings.fifty_move_rule);
  if (!ranking) return;
  root_tablebase_hits = ranking->moves.size();
  if (!ranking->search_needs_tables) tablebases = nullptr;
}

void Worker::set_up(const game::GameRecord& game) {
  nodes_ = 0;
  tablebase_hits_ = 0;
  next_look_ = params::kNodesBeforeTheFirstLook;
  completed_depth_ = 0;
  reported_best_ = Move::none();
  root_ = &game.position();
  keys_.assign(game.keys().begin(), game.keys().end());
  keys_.reserve(keys_.size() + eval::kMaxPly + 8);
  outbox_ = shared_->team == nullptr ? nullptr : shared_->team->outboxes[static_cast<std::size_t>(number_)].get();
  last_pass_ = 0;
  null_moves_from_ply_ = 0;
  evaluator_.reset(*root_, shared_->network);
  stack_.clear();
  root_moves_.clear();
  const auto& only = shared_->limits.only_moves;
  for (const Move move : chess::legal_moves(*root_)) {
    if (only.empty() || std::ranges::find(only, move) != only.end()) {
      root_moves_.push_back({.move = move, .line = {move}});
    }
  }
  if (const auto& player = shared_->handicap) {
    const Move last_move = game.moves().empty() ? Move::none() : game.moves().back();
    const auto unseen = [&](const RootMove& root_move) { return player->overlooks(*root_, root_move.move, last_move); };
    // Some move must be seen.
    if (!std::ranges::all_of(root_moves_, unseen)) std::erase_if(root_moves_, unseen);
  }
  if (shared_->ranking) sort_by_tables();
  // What to say should the search be interrupted before its first result.
  if (!root_moves_.empty()) root_moves_.front().last_score = evaluator_.evaluate(*root_);
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
  has_learnt_ = true;
  set_up(game);
  if (!root_moves_.empty()) deepen();
}

// Is the answer good enough after this depth?
bool Worker::is_enough(int depth, int stable_depths, Score earlier_score) const {
  const Limits& limits = shared_->limits;
  if (limits.depth && depth >= *limits.depth) return true;
  if (limits.soft_nodes && shared_->nodes() >= *limits.soft_nodes) return true;
  const RootMove& best = root_moves_.front();
  const Score score = best.score;
  if (limits.mate && eval::is_mate_score(score) && score > 0 && eval::moves_to_mate(score) <= *limits.mate) return true;
  const double share = static_cast<double>(best.nodes) / static_cast<double>(std::max<std::uint64_t>(1, nodes()));
  if (shared_->time.is_time_to_settle(shared_->nodes(), {share, stable_depths, earlier_score - score})) return true;
  // With a clock running there is nothing to think about when only one move is possible, or when a mate cannot get
  // shorter.
  const bool on_the_clock = limits.clock && !limits.infinite && !shared_->time.is_pondering();
  if (on_the_clock && end_of_equals(0) == 1 && depth >= params::kForcedMoveDepth) return true;
  return on_the_clock && score > 0 && eval::is_mate_score(score) && depth >= eval::kMate - score;
}

// Machines that do the same at the same time have nothing to tell each other. So those that only help leave out every
// other depth, some the even and some the odd ones, and what they tell is mostly a ply ahead of those who ask.
bool Worker::leaves_out(int depth) const {
  const Team* const team = shared_->team;
  return team != nullptr && team->number > 0 && depth > 1 && (depth + team->number) % 2 == 0;
}

void Worker::deepen() {
  const int ranks = std::min(shared_->multi_pv, static_cast<int>(root_moves_.size()));
  int stable_depths = 0;
  for (int depth = 1; depth < eval::kMaxPly; ++depth) {
    const Move earlier_best = root_moves_.front().move;
    const Score earlier_score = root_moves_.front().score;
    if (leaves_out(depth)) continue;
    root_depth_ = depth;
    for (int rank = 0; rank < ranks && !stopped(); ++rank) search_ranked(rank, depth);
    if (stopped()) {
      settle_lines(ranks);
      // Interrupted after a better move had turned up: the last line told must be the one that is played.
      if (is_first() && root_moves_.front().move != reported_best_) report_lines(ranks);
      return;
    }
    completed_depth_ = depth;
    sort_lines(ranks);
    if (is_first()) report_lines(ranks);
    stable_depths = root_moves_.front().move == earlier_best ? stable_depths + 1 : 0;
    // While pondering or analysing, limits do not end the search; the depth limit then simply waits for its turn.
    if (is_first() && is_enough(depth, stable_depths, depth > 1 ? earlier_score : root_moves_.front().score)) return;
  }
}

// What the move that stands at `rank` had before, but no more than the one above it has now: the search of that one has
// shown as much, unless the tables alone put it there.
Score Worker::expected_score(int rank) const {
  const auto move = root_moves_.begin() + rank;
  if (rank == 0 || (move - 1)->rank != move->rank) return move->last_score;
  return std::min(move->last_score, (move - 1)->score);
}

// The best of the moves not yet ranked, within a window around what it scored before.
void Worker::search_ranked(int rank, int depth) {
  const auto first = root_moves_.begin() + rank;
  const auto last = root_moves_.begin() + static_cast<std::ptrdiff_t>(end_of_equals(rank));
  const Score expected = expected_score(rank);
  const Score narrowest = rank == 0 ? params::kAspirationWindow : params::kAspirationWindowOfLaterLines;
  Score window = narrowest + expected * expected / params::kAspirationScoreDivisor;
  const bool narrow = depth >= params::kAspirationMinDepth && !eval::is_decisive(expected);
  Score alpha = narrow ? std::max(expected - window, -eval::kInfinite) : -eval::kInfinite;
  Score beta = narrow ? std::min(expected + window, eval::kInfinite) : eval::kInfinite;
  int fail_highs = 0;
  root_rank_ = rank;
  // The first keeps its old score should the search be interrupted before it is done; the others must beat it.
  first->score = expected;
  while (true) {
    for (auto other = first + 1; other != last; ++other) other->score = -eval::kInfinite;
    selective_depth_ = 0;
    const Score score = search_root(std::max(1, depth - fail_highs), alpha, beta);
    // Even an interrupted depth may have found something better: the moves searched so far are ordered.
    std::stable_sort(first, last, [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
    if (stopped()) return;
    const Bound bound = score <= alpha ? Bound::Upper : score >= beta ? Bound::Lower : Bound::Exact;
    if (bound == Bound::Exact) return;
    const bool speak_of_bounds = shared_->time.elapsed().count() >= params::kBoundsAfterMs;
    if (is_first() && speak_of_bounds) report_line(rank, depth, bound, score);
    if (bound == Bound::Upper) {
      beta = (alpha + beta) / 2;
      alpha = std::max(score - window, -eval::kInfinite);
      fail_highs = 0;
    } else {
      beta = std::min(score + window, eval::kInfinite);
      ++fail_highs;  // the move is good; how good need not be known to the last ply
    }
    window += window * params::kAspirationGrowthPercent / 100;
  }
}

// A later line may have turned out better than an earlier one; what the tables say still comes first.
void Worker::sort_lines(int ranks) {
  std::stable_sort(root_moves_.begin(), root_moves_.begin() + ranks, [](const RootMove& a, const RootMove& b) {
    return a.rank != b.rank ? a.rank > b.rank : a.score > b.score;
  });
}

// After an interruption: lines this depth had no time for are as good as they were.
void Worker::settle_lines(int ranks) {
  for (int rank = 0; rank < ranks; ++rank) {
    RootMove& move = root_moves_[static_cast<std::size_t>(rank)];
    if (move.score == -eval::kInfinite) move.score = expected_score(rank);
  }
  sort_lines(ranks);
}

// The root move itself where it may be chosen for the line being searched.
RootMove* Worker::find_root_candidate(Move move) {
  const auto first = root_moves_.begin() + root_rank_;
  const auto last = root_moves_.begin() + static_cast<std::ptrdiff_t>(end_of_equals(root_rank_));
  const auto found = std::find_if(first, last, [&](const RootMove& root_move) { return root_move.move == move; });
  return found == last ? nullptr : &*found;
}

void Worker::tell_current_move(Move move, int number) const {
  if (!is_first() || !shared_->observer || shared_->time.elapsed().count() < params::kCurrentMoveAfterMs) return;
  const auto candidates = static_cast<int>(end_of_equals(root_rank_)) - root_rank_;
  shared_->observer->current_move({root_depth_, move, number, candidates, shared_->effort()});
}

void Worker::update_root_move(RootMove& root_move, Score score, int number, Score alpha, std::uint64_t nodes) {
  root_move.nodes += nodes;
  if (number > 1 && score <= alpha) {
    root_move.score = -eval::kInfinite;  // no better than the first, and not known how much worse
    return;
  }
  const BestLine& rest = stack_.line(1);
  root_move.score = root_move.last_score = score;
  root_move.depth = root_depth_;
  root_move.selective_depth = selective_depth_;
  root_move.line.assign(1, root_move.move);
  root_move.line.insert(root_move.line.end(), rest.moves.begin(), rest.moves.begin() + rest.length);
}

void Worker::report_lines(int ranks) {
  for (int rank = 0; rank < ranks; ++rank) {
    const RootMove& move = root_moves_[static_cast<std::size_t>(rank)];
    // Where not even the first depth was finished, some moves have not been looked at.
    if (rank > 0 && move.score == -eval::kInfinite) return;
    report_line(rank, std::max(1, move.depth), Bound::Exact, move.score);
  }
}

void Worker::report_line(int rank, int depth, Bound bound, Score score) {
  const RootMove& root_move = root_moves_[static_cast<std::size_t>(rank)];
  if (rank == 0) reported_best_ = root_move.move;
  if (!shared_->observer) return;
  const Score told = root_move.told(score);
  const Bound told_bound = told == score ? bound : Bound::Exact;
  shared_->observer->line(
      {depth, root_move.selective_depth, rank + 1, told, told_bound, root_move.line, shared_->effort()});
}

}  // namespace rocada::search
