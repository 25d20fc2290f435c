// The conductor: principal variation search of one node.
#include <algorithm>

#include "chess/draw.h"
#include "chess/legality.h"
#include "eval/evaluator.h"
#include "search/params.h"
#include "search/worker.h"

namespace rocada::search {

using chess::Move;
using chess::Position;
using eval::Score;

namespace {

bool is_quiet(const Position& position, Move move) {
  return move.is_castling() || (position.is_empty(move.to()) && !move.is_promotion() && !move.is_en_passant());
}

// Only kings and pawns: zugzwang is common there, so doing nothing proves nothing.
bool has_pieces(const Position& position, chess::Color color) {
  using chess::PieceType;
  return (position.pieces(color) - position.pieces(PieceType::Pawn, PieceType::King)).any();
}

bool is_usable(const TableEntry& entry, Score alpha, Score beta) {
  return entry.bound == Bound::Exact || (entry.bound == Bound::Lower && entry.score >= beta) ||
         (entry.bound == Bound::Upper && entry.score <= alpha);
}

}  // namespace

bool Worker::is_draw(const Position& position) const {
  if (position.fifty_move_count() >= 100 && chess::is_fifty_move_draw(position)) return true;
  if (chess::is_insufficient_material(position)) return true;
  // One repetition is enough: if it was good to come back once, it will be again.
  return chess::count_earlier_occurrences(keys_, position.fifty_move_count()) > 0;
}

// What the tables say, as the transposition table would: a win or loss is only a bound, since they do not tell how far
// away the mate is. They ignore the fifty-move count, so a position is asked for just after it began anew.
std::optional<TableEntry> Worker::ask_tablebases(const Position& position, int depth, int ply) {
  if (position.fifty_move_count() != 0) return std::nullopt;
  const auto result = shared_->tablebases->probe(position);
  if (!result) return std::nullopt;
  tablebase_hits_.store(tablebase_hits() + 1, std::memory_order_relaxed);
  switch (*result) {
    case tb::Wdl::Win: return TableEntry{Move::none(), eval::tablebase_win_in(ply), depth, Bound::Lower};
    case tb::Wdl::Loss: return TableEntry{Move::none(), -eval::tablebase_win_in(ply), depth, Bound::Upper};
    case tb::Wdl::CursedWin: return TableEntry{Move::none(), eval::kCursedWin, depth, Bound::Exact};
    case tb::Wdl::BlessedLoss: return TableEntry{Move::none(), -eval::kCursedWin, depth, Bound::Exact};
    case tb::Wdl::Draw: break;
  }
  return TableEntry{Move::none(), eval::kDraw, depth, Bound::Exact};
}

bool Worker::should_stop() {
  if (is_first()) {
    const std::uint64_t nodes = nodes_.load(std::memory_order_relaxed);
    const bool out_of_nodes = shared_->limits.nodes && shared_->nodes() >= *shared_->limits.nodes;
    constexpr std::uint64_t kNodesBetweenLooks = 512;
    if (out_of_nodes && !shared_->time.is_pondering()) shared_->stop = true;
    if (nodes % kNodesBetweenLooks == 0 && shared_->time.is_over(shared_->nodes())) shared_->stop = true;
  }
  if (shared_->paused.load(std::memory_order_relaxed)) shared_->paused.wait(true);
  return shared_->stop.load(std::memory_order_relaxed);
}

void Worker::update_line(int ply, Move move) {
  Ply& here = plies_[static_cast<std::size_t>(ply)];
  const Ply& next = plies_[static_cast<std::size_t>(ply) + 1];
  here.line[0] = move;
  std::copy_n(next.line.begin(), next.line_length, here.line.begin() + 1);
  here.line_length = next.line_length + 1;
}

// Moves that were tried before the best one have had their chance.
void Worker::reward(const Position& position, Move best, std::span<const Move> tried, int depth, int ply) {
  if (!is_quiet(position, best)) return;
  Killers& killers = plies_[static_cast<std::size_t>(ply)].killers;
  if (killers[0] != best) killers = {best, killers[0]};
  const int bonus = std::min(params::kHistoryBonusPerPly * depth * 2, params::kHistoryLimit / 8);
  for (const Move move : tried) {
    if (is_quiet(position, move)) history_.update(position.side_to_move(), move, move == best ? bonus : -bonus);
  }
}

Score Worker::pass(const Position& position, int depth, Score beta, int ply) {
  Position passed = position;
  passed.make_null();
  keys_.push_back(passed.key());
  const int reduction = params::kNullMoveReduction + depth / params::kNullMoveDepthDivisor;
  const Score score = -search(passed, depth - 1 - reduction, -beta, -beta + 1, ply + 1, false);
  keys_.pop_back();
  return score;
}

// One move of a node: the first with the whole window, the others with an empty one that only asks "better than
// alpha?", less deep where that seems enough, and again in full if the answer is yes.
Score Worker::search_child(const Position& child, int depth, Score alpha, Score beta, int ply, int reduction,
                           bool first) {
  if (first) return -search(child, depth, -beta, -alpha, ply + 1, true);
  Score score = -search(child, depth - reduction, -alpha - 1, -alpha, ply + 1, true);
  if (score > alpha && reduction > 0) score = -search(child, depth, -alpha - 1, -alpha, ply + 1, true);
  if (score > alpha && score < beta) score = -search(child, depth, -beta, -alpha, ply + 1, true);
  return score;
}

Score Worker::search(const Position& position, int depth, Score alpha, Score beta, int ply, bool may_pass) {
  plies_[static_cast<std::size_t>(ply)].line_length = 0;

  // 1. The rules: a lost or drawn game needs no search.
  if (position.is_decided_by_checks()) return eval::mated_in(ply);
  if (is_draw(position)) return eval::kDraw;
  if (ply >= eval::kMaxPly) return eval::evaluate(position);

  // 2. A check must be answered before the position can be judged.
  const bool in_check = position.in_check();
  if (in_check) ++depth;
  if (depth <= 0) return quiescence(position, alpha, beta, ply);
  if (should_stop()) return eval::kDraw;
  count_node();
  selective_depth_ = std::max(selective_depth_, ply);

  // 3. No line from here can be better than mating now, or worse than being mated now.
  alpha = std::max(alpha, eval::mated_in(ply));
  beta = std::min(beta, eval::mate_in(ply + 1));
  if (alpha >= beta) return alpha;

  // 4. What is already known of this position. In a principal variation the whole line is wanted, so we look again.
  const bool is_pv = beta - alpha > 1;
  const auto known = shared_->table.find(position.key(), ply);
  if (known && !is_pv && known->depth >= depth && is_usable(*known, alpha, beta)) return known->score;
  const Move table_move = known && chess::is_legal(position, known->move) ? known->move : Move::none();

  // 5. With few men left the tables know who wins. A principal variation goes on within that bound, to find the mate.
  Score best_score = -eval::kInfinite;
  Score highest = eval::kInfinite;
  const Score first_alpha = alpha;
  if (shared_->tablebases != nullptr) {
    if (const auto result = ask_tablebases(position, depth, ply)) {
      if (is_usable(*result, alpha, beta)) {
        shared_->table.store(position.key(), ply, *result);
        return result->score;
      }
      (result->bound == Bound::Lower ? best_score : highest) = result->score;
      alpha = std::max(alpha, best_score);
    }
  }

  const Score static_score = in_check ? -eval::kInfinite : eval::evaluate(position);
  if (!in_check && !is_pv) {
    // 6. A quiet position far above beta almost never comes back below it.
    if (depth <= params::kReverseFutilityMaxDepth && !eval::is_decisive(beta) &&
        static_score - params::kReverseFutilityMargin * depth >= beta) {
      return static_score;
    }
    // 7. If doing nothing still beats beta, a real move will too.
    if (may_pass && depth >= params::kNullMoveMinDepth && static_score >= beta &&
        has_pieces(position, position.side_to_move())) {
      const Score score = pass(position, depth, beta, ply);
      if (shared_->stop) return eval::kDraw;
      if (score >= beta) return eval::is_decisive(score) ? beta : score;
    }
  }

  // 8. The moves, best first.
  MovePicker picker(position, table_move, plies_[static_cast<std::size_t>(ply)].killers, history_);
  plies_[static_cast<std::size_t>(ply) + 1].killers = {};
  chess::MoveList tried;
  Move best_move;
  const bool checks_win = position.rules().check_is_progress();
  for (Move move = picker.next(); !move.is_none(); move = picker.next()) {
    const bool quiet = is_quiet(position, move);
    const int number = static_cast<int>(tried.size()) + 1;
    Position child = position;
    child.make(move);
    shared_->table.prefetch(child.key());
    // A check forces matters, and where checks win it is progress besides: never left out, never reduced.
    const bool prunable = quiet && !in_check && !child.in_check() && !is_pv;

    // 9. Late or hopeless quiet moves at shallow depth are left out, once something better than losing is known.
    if (prunable && !tried.empty() && best_score >= -eval::kHighestEvaluation) {
      if (depth <= params::kLateMovePruningMaxDepth && number > params::kLateMovePruningBase + depth * depth) continue;
      if (depth <= params::kFutilityMaxDepth &&
          static_score + params::kFutilityBase + params::kFutilityMargin * depth <= alpha) {
        continue;
      }
    }
    // 10. Late quiet moves are searched less deep.
    int reduction = 0;
    if (quiet && depth >= params::kReductionMinDepth && number > params::kReductionMinMove && !child.in_check() &&
        !(checks_win && in_check)) {
      reduction = std::clamp(params::late_move_reduction(depth, number) - (is_pv ? 1 : 0), 0, depth - 2);
    }

    tried.push_back(move);
    keys_.push_back(child.key());
    const Score score = search_child(child, depth - 1, alpha, beta, ply, reduction, number == 1);
    keys_.pop_back();
    if (shared_->stop) return eval::kDraw;

    if (score > best_score) {
      best_score = score;
      if (score > alpha) {
        best_move = move;
        alpha = score;
        update_line(ply, move);
        if (score >= beta) break;
      }
    }
  }

  // 11. No move at all: mate or stalemate.
  if (tried.empty()) return in_check ? eval::mated_in(ply) : eval::kDraw;

  // 12. Remember.
  best_score = std::min(best_score, highest);
  if (best_score >= beta) reward(position, best_move, {tried.begin(), tried.end()}, depth, ply);
  const Bound bound = best_score >= beta ? Bound::Lower : best_score > first_alpha ? Bound::Exact : Bound::Upper;
  shared_->table.store(position.key(), ply, {best_move, best_score, depth, bound});
  return best_score;
}

}  // namespace rocada::search
