// The conductor: principal variation search of one node.
#include "search/tree_search.h"

#include <algorithm>
#include <span>
#include <utility>

#include "chess/legality.h"
#include "chess/see.h"
#include "search/check_race.h"
#include "search/depth_policy.h"
#include "search/move_picker.h"
#include "search/move_pruning.h"
#include "search/node_pruning.h"
#include "search/params.h"
#include "util/static_vector.h"

namespace rocada::search {

using chess::Move;
using chess::Position;
using eval::Score;

namespace {

// Moves that were searched and were not the best: the first of them, which is enough to learn from.
class TriedMoves {
 public:
  void add(Move move) {
    if (moves_.size() < moves_.capacity()) moves_.push_back(move);
  }
  std::span<const Move> moves() const { return {moves_.begin(), moves_.end()}; }

 private:
  util::StaticVector<Move, params::kTriedMoves> moves_;
};

}  // namespace

void TreeSearch::set_up(const game::GameRecord& game, SharedSearch& shared, RootMoves& root_moves, Outbox* outbox) {
  shared_ = &shared;
  root_moves_ = &root_moves;
  outbox_ = outbox;
  root_ = &game.position();
  has_learnt_ = true;
  watch_.begin(shared);
  tablebase_hits_ = 0;
  path_.begin(game.keys());
  null_moves_from_ply_ = 0;
  evaluator_.reset(*root_, shared.network);
  stack_.clear();
}

void TreeSearch::clear() {
  if (!std::exchange(has_learnt_, false)) return;
  history_.clear();
  correction_.clear();
}

// ---------------------------------------------------------------------------------------------------------------------
// Along the line

bool TreeSearch::wins_by_check(const Position& position, int ply) {
  const Move move = winning_check(position);
  if (move.is_none()) return false;
  stack_.line(ply + 1).length = 0;
  stack_.line(ply).begin_with(move, stack_.line(ply + 1));
  return true;
}

void TreeSearch::tell_team(const Position& position, int ply, const TableEntry& entry) {
  if (entry.depth < shared_->team->least_depth.load(std::memory_order_relaxed)) return;
  outbox_->put(TranspositionTable::record_of(position.key(), ply, entry));
}

Position TreeSearch::enter(const Position& position, Move move, int ply) {
  Ply& here = stack_[ply];
  here.move = move;
  here.piece = position.piece_on(move.from());
  here.move_is_quiet = position.is_quiet(move);
  here.continuation = history_.after(here.piece, move.to());
  Position child = position;
  child.make(move);
  evaluator_.push(child);
  path_.push(child.key());
  correction_.prefetch(child, stack_.recent_moves(ply + 1));
  return child;
}

void TreeSearch::leave() {
  path_.pop();
  evaluator_.pop();
}

// ---------------------------------------------------------------------------------------------------------------------
// What is known before any move is tried

template <TreeSearch::Strength OurStrength>
Score TreeSearch::bare_evaluation(const Position& position, const std::optional<TableEntry>& known) {
  if (known && known->static_score != eval::kNoScore) return known->static_score;
  const Score score = evaluator_.evaluate(position);
  if constexpr (OurStrength == Strength::Full) return score;
  return std::clamp(score + shared_->handicap->error_in(position), -eval::kHighestEvaluation, eval::kHighestEvaluation);
}

// What the evaluation gets wrong in such positions is set right, and it fades towards the fifty-move draw.
Score TreeSearch::corrected(Score bare, Score correction, const Position& position) {
  const int left = std::max(0, params::kFiftyMoveScale - position.fifty_move_count());
  const Score score = bare * left / params::kFiftyMoveScale + correction;
  return std::clamp(score, -eval::kHighestEvaluation, eval::kHighestEvaluation);
}

void TreeSearch::look_up(Node& node, const Position& position) {
  node.known = shared_->table.find(position.key(), node.ply);
  node.was_pv = node.is_pv || (node.known && node.known->was_pv);
  if (node.is_root()) {
    node.table_move = root_moves_->first_candidate();
  } else if (node.known && chess::is_legal(position, node.known->move)) {
    node.table_move = node.known->move;
    shared_->table.prefetch(position.likely_key_after(node.table_move));
  }
  node.table_move_is_noisy = !node.table_move.is_none() && !position.is_quiet(node.table_move);
}

template <TreeSearch::Strength OurStrength>
void TreeSearch::evaluate_node(Node& node, const Position& position) {
  Ply& here = stack_[node.ply];
  if (node.in_check) {
    here.static_score = eval::kNoScore;
    return;
  }
  node.bare_score = bare_evaluation<OurStrength>(position, node.known);
  if (!node.known) {
    // Whatever comes of this node, the next visitor need not evaluate it again.
    constexpr int kUnsearched = -1;
    shared_->table.store(position.key(), node.ply,
                         {Move::none(), eval::kDraw, node.bare_score, kUnsearched, Bound::None, node.was_pv});
  }
  const Score correction = correction_.of(position, stack_.recent_moves(node.ply));
  node.uncertainty = std::abs(correction);
  node.static_score = here.static_score = corrected(node.bare_score, correction, position);
  node.estimate = best_estimate(node.static_score, node.known);
  const Score two_ago = stack_[node.ply - 2].static_score;
  const Score earlier = two_ago != eval::kNoScore ? two_ago : stack_[node.ply - 4].static_score;
  node.improving = earlier == eval::kNoScore || node.static_score > earlier;
}

// The tables do not tell how far away a mate is, so a win or loss is only a bound. They ignore the fifty-move count: a
// position is asked for just after it began anew. A principal variation goes on within the bound, to find the mate.
std::optional<Score> TreeSearch::ask_tablebases(Node& node, const Position& position) {
  const tb::Tablebases* const tables = shared_->tablebases;
  if (tables == nullptr || node.is_root() || position.fifty_move_count() != 0) return std::nullopt;
  const auto [probe_depth, fifty_move_rule] = shared_->tablebase_settings;
  if (node.depth < probe_depth && position.occupied().count() >= tables->largest()) return std::nullopt;
  const auto result = tables->probe(position);
  // A table that nobody has read yet comes from the disk, and that may take longer than thousands of nodes.
  if (root_depth_ > 1) watch_.look_at_clock_next();
  if (!result) return std::nullopt;
  tablebase_hits_.store(tablebase_hits() + 1, std::memory_order_relaxed);
  const Score win = eval::tablebase_win_in(node.ply);
  const Score bare_score = node.known ? node.known->static_score : eval::kNoScore;
  TableEntry entry{Move::none(), eval::kDraw, bare_score, node.depth, Bound::Exact, node.was_pv};
  switch (fifty_move_rule ? *result : tb::without_fifty_move_rule(*result)) {
    case tb::Wdl::Win: entry.score = win, entry.bound = Bound::Lower; break;
    case tb::Wdl::Loss: entry.score = -win, entry.bound = Bound::Upper; break;
    case tb::Wdl::CursedWin: entry.score = eval::kCursedWin; break;
    case tb::Wdl::BlessedLoss: entry.score = -eval::kCursedWin; break;
    case tb::Wdl::Draw: break;
  }
  if (is_bound_for(entry, node.alpha, node.beta)) {
    shared_->table.store(position.key(), node.ply, entry);
    return entry.score;
  }
  (entry.bound == Bound::Lower ? node.at_least : node.at_most) = entry.score;
  node.alpha = std::max(node.alpha, node.at_least);
  return std::nullopt;
}

// ---------------------------------------------------------------------------------------------------------------------
// Shortcuts that search

// The score when the right to move is given away; below beta when that proves nothing.
template <TreeSearch::Strength OurStrength>
Score TreeSearch::try_null_move(Node& node, const Position& position) {
  const int reduced = node.depth - null_move_reduction(node);
  Ply& here = stack_[node.ply];
  here.move = Move::none();
  here.piece = chess::Piece();
  here.move_is_quiet = false;
  here.continuation = nullptr;
  Position passed = position;
  passed.make_null();
  shared_->table.prefetch(passed.key());
  const std::size_t earlier_pass = path_.push_null(passed.key());
  const Score score = -search<OurStrength>(passed, reduced, -node.beta, -node.beta + 1, node.ply + 1, !node.expect_cut);
  path_.pop_null(earlier_pass);
  if (stopped() || score < node.beta) return -eval::kInfinite;
  const Score proven = eval::is_decisive(score) ? node.beta : score;
  if (null_moves_from_ply_ > 0 || node.depth < params::kNullMoveVerifiedFrom) return proven;
  // At high depth a mistake is expensive: the same without null moves must agree.
  null_moves_from_ply_ = node.ply + reduced * params::kNullMoveVerifiedPercent / 100;
  const Score verified = search<OurStrength>(position, reduced, node.beta - 1, node.beta, node.ply, false);
  null_moves_from_ply_ = 0;
  return verified >= node.beta ? proven : -eval::kInfinite;
}

// The score by which a good capture beats the goal even in a shallow search; below beta when none does.
template <TreeSearch::Strength OurStrength>
Score TreeSearch::try_prob_cut(const Node& node, const Position& position, Score goal) {
  const int depth = node.depth - params::kProbCutReduction;
  const Circumstances around = stack_.circumstances(node.ply);
  MovePicker picker(position, MovePicker::Moves::Noisy, node.table_move, history_, around);
  for (Move move = picker.next(); !move.is_none(); move = picker.next()) {
    if (!chess::see_at_least(position, move, goal - node.static_score)) continue;
    const Position child = enter(position, move, node.ply);
    Score score = -quiescence<OurStrength>(child, -goal, -goal + 1, node.ply + 1, 0);
    if (score >= goal) score = -search<OurStrength>(child, depth - 1, -goal, -goal + 1, node.ply + 1, !node.expect_cut);
    leave();
    if (stopped()) break;
    if (score >= goal) {
      shared_->table.store(position.key(), node.ply, {move, score, node.bare_score, depth, Bound::Lower, node.was_pv});
      return eval::is_decisive(score) ? score : score - (goal - node.beta);
    }
  }
  return -eval::kInfinite;
}

// What the moves but for one are worth, asked only whether it is as much as the goal. All that is known of the node
// still holds, except what the table says, which is about that move.
template <TreeSearch::Strength OurStrength>
Score TreeSearch::search_others(const Node& node, const Position& position, Move excluded, Score goal) {
  if (watch_.should_stop()) return eval::kDraw;
  watch_.count_node();
  stack_[node.ply + 2].cutoffs = 0;
  Node others = others_of(node, excluded, goal);
  const Score score = search_moves<OurStrength>(others, position);
  stack_.line(node.ply).length = 0;
  return score;
}

// A move that alone keeps the score is extended, one among several is not worth its full depth (singular extensions).
template <TreeSearch::Strength OurStrength>
TreeSearch::Extension TreeSearch::extension_of(const Node& node, const Position& position, Move move, bool is_quiet) {
  if (move != node.table_move || !may_be_singular(node, root_depth_)) return {};
  const Score goal = singular_goal(node);
  const Score others = search_others<OurStrength>(node, position, move, goal);
  // Even without its best move the node beats beta: it will with it.
  if (others >= goal && others >= node.beta && !eval::is_decisive(others)) return {0, others};
  return {singular_extension(node, others, goal, is_quiet), std::nullopt};
}

// ---------------------------------------------------------------------------------------------------------------------
// The moves

// The first move with the whole window, the others with an empty one that only asks "better than alpha?", less deep
// where that seems enough, and again in full if the answer is yes.
template <TreeSearch::Strength OurStrength>
Score TreeSearch::search_move(const Node& node, const Position& child, const MoveFacts& facts, int new_depth,
                              Score best_score) {
  const int next_ply = node.ply + 1;
  const Score alpha = node.alpha;
  Ply& here = stack_[node.ply];
  here.reduction = 0;
  Score score = alpha + 1;
  const bool may_reduce = node.depth >= params::kReductionMinDepth && facts.number >= params::kReductionMinNumber &&
                          !must_not_be_reduced(node, facts);
  if (may_reduce) {
    const int reduction = late_move_reduction(node, facts, stack_[next_ply].cutoffs) / params::kPlyGrain;
    const int reduced = std::clamp(new_depth - reduction, 1, new_depth + 1);
    here.reduction = new_depth - reduced;
    score = -search<OurStrength>(child, reduced, -alpha - 1, -alpha, next_ply, true);
    here.reduction = 0;
    if (score > alpha && reduced < new_depth) {
      new_depth = depth_after_surprise(new_depth, score, best_score);
      if (reduced < new_depth)
        score = -search<OurStrength>(child, new_depth, -alpha - 1, -alpha, next_ply, !node.expect_cut);
      if (facts.is_quiet && !stopped()) {
        const int bonus = score > alpha ? params::history_bonus(new_depth) : -params::history_malus(new_depth);
        History::update_continuations(here.piece, here.move.to(), stack_.continuations(node.ply), bonus);
      }
    }
  } else if (!node.is_pv || facts.number > 1) {
    score = -search<OurStrength>(child, new_depth, -alpha - 1, -alpha, next_ply, !node.expect_cut);
  }
  if (node.is_pv && (facts.number == 1 || score > alpha)) {
    score = -search<OurStrength>(child, new_depth, -node.beta, -alpha, next_ply, false);
  }
  return score;
}

template <TreeSearch::Strength OurStrength>
Score TreeSearch::search(const Position& position, int depth, Score alpha, Score beta, int ply, bool expect_cut) {
  Ply& here = stack_[ply];
  stack_.line(ply).length = 0;
  Node node{.depth = depth, .alpha = alpha, .beta = beta, .ply = ply, .is_pv = beta - alpha > 1};
  node.expect_cut = expect_cut;
  node.in_check = position.in_check();
  node.checks_win = position.rules().check_is_progress();
  node.root_window = root_window_;

  // 1. The rules: a lost or drawn game needs no search, and whoever can repeat the position has a draw in hand.
  if (!node.is_root()) {
    if (position.is_decided_by_checks()) return eval::mated_in(ply);
    if (OurStrength == Strength::Full && wins_by_check(position, ply)) return eval::mate_in(ply + 1);
    if (path_.is_draw(position, ply)) return eval::kDraw;
    if (alpha < eval::kDraw && path_.can_force_repetition(position, ply)) {
      node.alpha = eval::kDraw;
      if (node.alpha >= beta) return node.alpha;
    }
    if (ply >= eval::kMaxPly) return evaluator_.evaluate(position);
  }

  // 2. Where checks win, a check must be answered before the position can be judged.
  node.depth += check_race_extension(node);
  if (node.depth <= 0) {
    return quiescence<OurStrength>(position, node.alpha, beta, ply, kChecks<OurStrength>);
  }
  if (watch_.should_stop()) return eval::kDraw;
  watch_.count_node();
  selective_depth_ = std::max(selective_depth_, ply);
  stack_[ply + 2].cutoffs = 0;

  // 3. No line from here can be better than mating now, or worse than being mated now.
  node.alpha = std::max(node.alpha, eval::mated_in(ply));
  node.beta = std::min(node.beta, eval::mate_in(ply + 1));
  if (node.alpha >= node.beta) return node.alpha;

  node.first_alpha = node.alpha;
  // 4. What is already known of this position.
  look_up(node, position);
  if (table_answers(node, position)) {
    if (node.known->score >= node.beta && !node.table_move.is_none()) {
      here.attacks = chess::attack_map(position, ~position.side_to_move());
      learn_from_cutoff(node, position, node.table_move, {}, {});
      learn_from_refutation(node);
    }
    return node.known->score;
  }
  // 5. With few men left the tables know who wins.
  if (const auto score = ask_tablebases(node, position)) return *score;
  // 6. The evaluation, and what the last move did to it.
  evaluate_node<OurStrength>(node, position);
  learn_from_step(node, position);
  node.depth += hindsight(node, stack_);

  if (!node.in_check) {
    // 7. Far below alpha: only a capture could help (razoring).
    if (is_worth_razoring(node)) {
      const Score score = quiescence<OurStrength>(position, node.alpha, node.alpha + 1, ply, kChecks<OurStrength>);
      if (stopped()) return eval::kDraw;
      if (score <= node.alpha) return score;
    }
    // 8. A quiet position far above beta almost never comes back below it: trust the evaluation (reverse futility).
    if (const auto score = try_reverse_futility(node)) return *score;
    // 9. If doing nothing still beats beta, a real move will too (null move).
    if (ply >= null_moves_from_ply_ && !stack_[ply - 1].move.is_none() && may_try_null_move(node, position)) {
      const Score score = try_null_move<OurStrength>(node, position);
      if (stopped()) return eval::kDraw;
      if (score >= node.beta) return score;
    }
    // 10. Without a move to begin with, a shallower search must find one first (internal iterative reduction, IIR).
    if (lacks_a_first_move(node)) node.depth -= params::kIterativeReduction;
    // 11. A capture that beats beta by far in a shallow search will beat it in a deep one (ProbCut).
    if (const auto goal = prob_cut_goal(node)) {
      const Score score = try_prob_cut<OurStrength>(node, position, *goal);
      if (stopped()) return eval::kDraw;
      if (score >= node.beta) return score;
    }
  }

  // The same by a score of the table's, which needs no search.
  if (const auto score = table_prob_cut(node)) return *score;
  return search_moves<OurStrength>(node, position);
}

template <TreeSearch::Strength OurStrength>
Score TreeSearch::search_moves(Node& node, const Position& position) {
  const int ply = node.ply;
  Ply& here = stack_[ply];
  const bool excluding = !node.excluded.is_none();
  Score best_score = node.at_least;

  // 12. The moves, best first.
  if (!excluding) here.attacks = chess::attack_map(position, ~position.side_to_move());
  const Circumstances around = stack_.circumstances(ply);
  MovePicker picker(position, MovePicker::Moves::All, node.table_move, history_, around);
  const chess::CheckSquares checks(position);
  const bool may_prune = !node.is_root() && has_pieces(position, position.side_to_move());
  TriedMoves quiets;
  TriedMoves captures;
  Move best_move;
  int number = 0;
  bool overlooked = false;
  for (Move move = picker.next(); !move.is_none(); move = picker.next()) {
    RootMove* const root_move = node.is_root() ? root_moves_->find_candidate(move) : nullptr;
    if (move == node.excluded || (node.is_root() && root_move == nullptr)) continue;
    if (!node.is_root() && overlooks<OurStrength>(position, move, ply)) {
      overlooked = true;
      continue;
    }
    ++number;
    shared_->table.prefetch(position.likely_key_after(move));
    const bool is_quiet = position.is_quiet(move);
    const int history =
        is_quiet ? history_.quiet_for_pruning(position, move, around) : history_.capture(position, move);
    const int butterfly = is_quiet ? history_.of_squares(position, move, around) : 0;
    const MoveFacts facts{number, is_quiet, chess::gives_check(position, move, checks), history, butterfly};
    if (node.is_root()) tell_current_move(move, number);

    // 13. Late or hopeless moves are left out, once something better than losing is known (late move pruning,
    // futility, SEE pruning).
    if (may_prune && best_score >= -eval::kHighestEvaluation) {
      const LeftOut left = left_out(node, position, move, facts);
      if (left.quiets_after_it) picker.skip_quiets();
      if (left.this_move) continue;
    }
    // 14. The table's move may be the only good one, or one of many (singular extension, multi-cut).
    const Extension extension = extension_of<OurStrength>(node, position, move, is_quiet);
    if (stopped()) return eval::kDraw;
    if (extension.cut) return *extension.cut;

    // 15. Search it, less deep where it comes late (late move reduction, LMR).
    const std::uint64_t nodes_before = nodes();
    here.number = number;
    const Position child = enter(position, move, ply);
    const Score score = search_move<OurStrength>(node, child, facts, node.depth - 1 + extension.plies, best_score);
    leave();
    if (stopped()) return eval::kDraw;
    if (root_move != nullptr) update_root_move(*root_move, score, number, node.alpha, nodes() - nodes_before);

    if (score > best_score) {
      best_score = score;
      if (score > node.alpha) {
        best_move = move;
        node.alpha = score;
        stack_.line(ply).begin_with(move, stack_.line(ply + 1));
        if (score >= node.beta) {
          ++here.cutoffs;
          break;
        }
        if (others_need_less_depth(node, score)) node.depth -= params::kRaisedAlphaReduction;
      }
    }
    if (move != best_move) (is_quiet ? quiets : captures).add(move);
  }

  // 16. No move at all: mate or stalemate, unless the only one was left out on purpose.
  if (number == 0 && overlooked) return node.static_score;
  if (number == 0) return excluding ? node.alpha : node.in_check ? eval::mated_in(ply) : eval::kDraw;
  best_score = std::min(best_score, node.at_most);

  // 17. Remember what was learnt.
  if (!best_move.is_none()) {
    learn_from_cutoff(node, position, best_move, quiets.moves(), captures.moves());
  } else {
    learn_from_fail_low(node, position);
  }
  if (excluding) return best_score;
  const Bound bound = best_score >= node.beta         ? Bound::Lower
                      : best_score > node.first_alpha ? Bound::Exact
                                                      : Bound::Upper;
  // The second best line of the root says nothing about the position.
  if (node.is_root() && root_moves_->line() > 0) return best_score;
  const TableEntry entry{best_move, best_score, node.bare_score, node.depth, bound, node.was_pv};
  shared_->table.store(position.key(), ply, entry);
  if (outbox_ != nullptr) tell_team(position, ply, entry);
  learn_correction(node, position, best_move, best_score);
  return best_score;
}

// ---------------------------------------------------------------------------------------------------------------------
// The root, which is a node like any other but for these

void TreeSearch::tell_current_move(Move move, int number) const {
  if (!watch_.watches_limits() || !shared_->observer || shared_->time.elapsed().count() < params::kCurrentMoveAfterMs)
    return;
  const auto candidates = static_cast<int>(root_moves_->candidate_count());
  shared_->observer->current_move({root_depth_, move, number, candidates, shared_->effort()});
}

void TreeSearch::update_root_move(RootMove& root_move, Score score, int number, Score alpha, std::uint64_t nodes) {
  root_move.nodes += nodes;
  if (number > 1 && score <= alpha) {
    root_move.score = -eval::kInfinite;  // no better than the first, and not known how much worse
    return;
  }
  const BestLine& rest = stack_.line(1);
  const bool is_comparable =
      root_move.depth > 0 && !eval::is_decisive(root_move.mean_score) && !eval::is_decisive(score);
  root_move.mean_score = is_comparable ? params::blend(score, root_move.mean_score, params::kMeanScorePercent) : score;
  root_move.score = root_move.last_score = score;
  root_move.depth = root_depth_;
  root_move.selective_depth = selective_depth_;
  root_move.line.assign(1, root_move.move);
  root_move.line.insert(root_move.line.end(), rest.moves.begin(), rest.moves.begin() + rest.length);
}

Score TreeSearch::search_root(int root_depth, int depth, Score alpha, Score beta) {
  root_depth_ = root_depth;
  root_window_ = beta - alpha;
  selective_depth_ = 0;
  return shared_->handicap ? search<Strength::Handicapped>(*root_, depth, alpha, beta, 0, false)
                           : search<Strength::Full>(*root_, depth, alpha, beta, 0, false);
}

// For quiescence.cpp.
template void TreeSearch::evaluate_node<TreeSearch::Strength::Full>(Node&, const Position&);
template void TreeSearch::evaluate_node<TreeSearch::Strength::Handicapped>(Node&, const Position&);

}  // namespace rocada::search
