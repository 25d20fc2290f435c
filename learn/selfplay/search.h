// Search: alpha-beta without recursion, one step at a time, so that thousands of games can go on side by side.
//
// A turn() takes known values up the line until there is a child to look at, and enters that. All lanes hold the same
// node in registers; memory holds the rest of the line. Everything is decided by the position, the limits and what the
// memory holds: when and where the turns run changes nothing.
#pragma once

#include <cstdlib>

#include "selfplay/exchange.h"
#include "selfplay/params.h"
#include "selfplay/search_memory.h"

namespace rocada::selfplay {

using eval::Score;

struct SearchLimits {
  int soft_nodes = 0;  // no further depth is begun after so many
  int hard_nodes = 0;  // everything ends after so many, but for the first depth
};

template <typename Net, typename Lanes>
class Search {
 public:
  // All must outlive the search, which is a plain value: it can be put aside and attached anew.
  ROCADA_PORTABLE void attach(const typename Net::Near& near, const typename Net::Far& far, SearchMemory<Net>& memory) {
    memory_ = &memory;
    evaluation_ = {&near, &far, memory.accumulators};
  }

  // Forgets what earlier games taught.
  ROCADA_PORTABLE void forget() {
    ROCADA_ROLLED
    for (int i = lanes_.rank(); i < kHashBuckets; i += Lanes::kSize) memory_->table[i] = {};
    std::int16_t* history = &memory_->history[0][0][0];
    chess::Move* counters = &memory_->counter_moves[0][0][0];
    ROCADA_ROLLED
    for (int i = lanes_.rank(); i < 2 * 64 * 64; i += Lanes::kSize) {
      history[i] = 0;
      counters[i] = {};
    }
    age_ = 0;
    lanes_.sync();
  }

  // `game_ply` is the number of keys of the game before this position's, which memory.keys holds.
  ROCADA_PORTABLE void begin(const Position& position, int game_ply, const SearchLimits& limits) {
    memory_->root = position;
    game_ply_ = game_ply;
    limits_ = limits;
    nodes_ = 0;
    depth_ = 1;
    completed_ = 0;
    score_ = 0;
    best_move_ = {};
    age_ = (age_ + 1) & 63;
    ROCADA_ROLLED
    for (int i = lanes_.rank(); i <= kMaxPly; i += Lanes::kSize) memory_->killers[i][0] = memory_->killers[i][1] = {};
    lanes_.sync();
    node_.computed = 0;
    begin_depth(-eval::kInfinite, eval::kInfinite);
  }

  // Goes up the line to the next child to look at, down to it, and as far into it as can be done at once; nothing where
  // the search has ended. Each stage stands here once, and games that share a warp go through it together.
  ROCADA_PORTABLE void turn() {
    if (nodes_ >= limits_.hard_nodes && completed_ > 0) todo_ = Todo::Rest;
    ROCADA_ROLLED
    while (todo_ >= Todo::PickMove) {
      if (todo_ == Todo::Ascend) ascend();
      if (todo_ == Todo::PickMove) pick_move();
      if (todo_ == Todo::Finish) finish();
    }
    if (todo_ == Todo::Descend) descend();
    if (todo_ == Todo::Enter) enter();
    if (todo_ == Todo::Generate) generate_moves();
  }

  ROCADA_PORTABLE bool has_ended() const { return todo_ == Todo::Rest; }
  ROCADA_PORTABLE chess::Move best_move() const { return best_move_; }
  ROCADA_PORTABLE Score score() const { return score_; }
  ROCADA_PORTABLE int depth() const { return completed_; }
  ROCADA_PORTABLE int nodes() const { return nodes_; }

 private:
  // What comes next at the present node.
  enum class Todo {
    Rest,      // nothing
    Enter,     // find out what can be known without its moves
    Generate,  // its moves
    Descend,   // to the child that node_.move makes
    PickMove,  // and search it
    Finish,    // its moves have been searched
    Ascend,    // value_ is its value
  };

  // -------------------------------------------------------------------------------------------------------------------
  // Iterative deepening

  ROCADA_PORTABLE void begin_depth(Score alpha, Score beta) {
    const int computed = node_.computed;
    ply_ = 0;
    node_ = {};
    node_.computed = computed;
    node_.position = memory_->root;
    node_.is_pv = true;
    node_.depth = depth_;
    node_.alpha = node_.alpha_at_first = alpha;
    node_.beta = beta;
    todo_ = Todo::Enter;
  }

  // What the value of the root leads to.
  ROCADA_PORTABLE void go_on_after_depth() {
    // A score outside the window is only a bound: search again with a wider one.
    if (value_ <= node_.alpha_at_first && node_.alpha_at_first > -eval::kInfinite) {
      window_ *= 2;
      return begin_depth(widened(value_, -window_), node_.beta);
    }
    if (value_ >= node_.beta && node_.beta < eval::kInfinite) {
      window_ *= 2;
      return begin_depth(node_.alpha_at_first, widened(value_, window_));
    }
    score_ = value_;
    if (!node_.best_move.is_none()) best_move_ = node_.best_move;
    completed_ = depth_;
    const bool mate_is_sure = eval::is_mate_score(score_) && depth_ > eval::kMate - std::abs(score_);
    if (nodes_ >= limits_.soft_nodes || depth_ == params::kMaxDepth || mate_is_sure) {
      todo_ = Todo::Rest;
      return;
    }
    ++depth_;
    window_ = params::kAspirationWindow;
    const bool narrow = depth_ >= params::kAspirationMinDepth;
    begin_depth(narrow ? widened(score_, -window_) : -eval::kInfinite,
                narrow ? widened(score_, window_) : eval::kInfinite);
  }

  ROCADA_PORTABLE static Score widened(Score score, Score by) {
    constexpr Score kWidest = 2000;
    if (by > kWidest || by < -kWidest || eval::is_decisive(score)) return by > 0 ? eval::kInfinite : -eval::kInfinite;
    return score + by;
  }

  // -------------------------------------------------------------------------------------------------------------------
  // A node, from its beginning to its moves

  ROCADA_PORTABLE void know(Score value) {
    value_ = value;
    todo_ = Todo::Ascend;
  }

  ROCADA_PORTABLE void enter() {
    ++nodes_;
    node_.best = -eval::kInfinite;
    memory_->keys[game_ply_ + ply_] = node_.position.key;

    // 1. Draws by the rules, and the end of memory.
    if (ply_ > 0 && (is_insufficient_material(node_.position) || is_repetition())) return know(eval::kDraw);
    const KingSafety safety = king_safety(node_.position);
    node_.in_check = safety.checkers != 0;
    node_.shields = safety.shields;
    if (ply_ > 0 && !node_.in_check && node_.position.fifty_move_count >= 100) return know(eval::kDraw);
    if (ply_ == kMaxPly || node_.list + kMostMoves > kMovePool) return know(eval::kDraw);

    // 2. Checks are looked at more closely.
    if (node_.in_check && node_.depth > 0 && ply_ > 0 && ply_ < params::kExtensionPlyFactor * depth_) ++node_.depth;
    const bool quiescence = node_.depth <= 0;

    // 3. Has the table the answer, or at least a move to begin with?
    const HashEntry known = HashTable{memory_->table}.find(node_.position.key);
    node_.hash_move = known.move;
    const Score known_score = from_table(known.score, ply_);
    if (!node_.is_pv && known.depth >= (quiescence ? 0 : node_.depth) && is_cutoff(known.bound(), known_score)) {
      return know(known_score);
    }

    // 4. What the network says.
    if (!node_.in_check) {
      node_.eval = known.bound() != Bound::None && known.eval != eval::kNoScore
                       ? known.eval
                       : evaluation_.evaluate(node_, memory_->stack, ply_, lanes_);
      if (ply_ >= 2) {
        const Score before = memory_->stack[ply_ - 2].eval;
        node_.improving = before == eval::kNoScore || node_.eval > before;
      }
      // A searched score knows more than the network, as far as its bound goes.
      node_.expected = node_.eval;
      const Bound telling = known_score > node_.eval ? Bound::Lower : Bound::Upper;
      if (known.bound() == telling || known.bound() == Bound::Exact) node_.expected = known_score;
    }
    todo_ = Todo::Generate;
    if (!quiescence && ply_ > 0 && !node_.is_pv && !node_.in_check) try_without_moves();

    // 9. Where only captures are looked at, nobody is forced to capture.
    if (node_.depth <= 0 && !node_.in_check && todo_ == Todo::Generate) {
      node_.best = node_.expected;
      if (node_.best >= node_.beta) return know(node_.best);
      if (node_.best > node_.alpha) node_.alpha = node_.best;
    }
  }

  ROCADA_PORTABLE bool is_cutoff(Bound bound, Score score) const {
    return score >= node_.beta ? bound == Bound::Lower || bound == Bound::Exact
                               : score <= node_.alpha && (bound == Bound::Upper || bound == Bound::Exact);
  }

  ROCADA_PORTABLE bool is_repetition() const {
    const int here = game_ply_ + ply_;
    const int most = node_.position.fifty_move_count < here ? node_.position.fifty_move_count : here;
    bool found = false;
    ROCADA_ROLLED
    for (int back = 4 + 2 * lanes_.rank(); back <= most; back += 2 * Lanes::kSize) {
      found |= memory_->keys[here - back] == node_.position.key;
    }
    return lanes_.any(found);
  }

  // Prunes the whole node, or passes the turn to see whether that is enough.
  ROCADA_PORTABLE void try_without_moves() {
    const Score eval = node_.expected;
    const int depth = node_.depth;
    if (eval::is_decisive(node_.beta)) return;

    // 5. A quiet position far above beta almost never comes back below it.
    const Score margin = params::kReverseFutilityMargin * (depth - (node_.improving ? 1 : 0));
    if (depth <= params::kReverseFutilityMaxDepth && eval - margin >= node_.beta) {
      return know((eval + node_.beta) / 2);
    }
    // 6. One far below alpha is left to the captures.
    if (depth <= params::kRazoringMaxDepth && eval + params::kRazoringMargin * depth < node_.alpha) {
      node_.depth = 0;
      return;
    }
    // 7. If doing nothing still beats beta, a real move will too.
    const bool after_null = memory_->stack[ply_ - 1].reply == Reply::Null;
    if (depth >= params::kNullMoveMinDepth && eval >= node_.beta && !after_null &&
        node_.position.has_pieces(node_.position.side)) {
      const int by_score = (eval - node_.beta) / params::kNullMoveScoreDivisor;
      const int reduction =
          params::kNullMoveReduction + depth / params::kNullMoveDepthDivisor +
          (by_score < params::kNullMoveMaxScoreReduction ? by_score : params::kNullMoveMaxScoreReduction);
      node_.move = {};
      node_.reply = Reply::Null;
      node_.reduction = reduction - 1;
      todo_ = Todo::Descend;
      return;
    }
    // 8. Without a move to begin with, look less deep.
    if (depth >= params::kIterativeReductionMinDepth && node_.hash_move.is_none()) --node_.depth;
  }

  // -------------------------------------------------------------------------------------------------------------------
  // Moves

  ROCADA_PORTABLE void generate_moves() {
    const bool selective = node_.depth <= 0 && !node_.in_check;
    const MoveKinds kinds = selective && !looks_at_checks() ? MoveKinds::Noisy : MoveKinds::All;
    ListedMove* list = memory_->pool + node_.list;
    const KingSafety safety{node_.in_check ? ~Bits{0} : 0, node_.shields};
    node_.moves = generate(node_.position, safety, kinds, list, lanes_);
    node_.searched = 0;
    if (node_.moves == 0 && kinds == MoveKinds::All) {
      return know(node_.in_check ? eval::mated_in(ply_) : eval::kDraw);
    }
    if (ply_ > 0 && node_.position.fifty_move_count >= 100) return know(eval::kDraw);
    CheckSquares checks;
    if (kinds == MoveKinds::All) checks = check_squares(node_.position);
    ROCADA_ROLLED
    for (int i = lanes_.rank(); i < node_.moves; i += Lanes::kSize) {
      list[i] = rank_of(move_of(list[i]), selective, checks) << 16 | list[i];
    }
    lanes_.sync();
    todo_ = Todo::PickMove;
  }

  // Ranks of moves in the order of their list; between them there is room for finer order.
  enum Rank : std::uint32_t {
    kUnwanted = 0,  // not searched
    kLast = 1000,
    kLosingCapture = 5000,
    kQuiet = 20000,  // and history
    kCheck = 30000,
    kKiller = 40000,
    kWinningCapture = 50000,
    kWinningCheck = 60000,
    kHash = 0xFFFF,
  };

  // Where a check is a third of the win, quiescence begins with checks too; the last one it never overlooks.
  ROCADA_PORTABLE bool looks_at_checks() const {
    return node_.position.checks_count() && (node_.depth == 0 || wins_by_check());
  }
  ROCADA_PORTABLE bool wins_by_check() const {
    return node_.position.checks_given(node_.position.side) == kChecksToWin - 1;
  }

  // `selective`: captures and promotions that gain, and checks where they are looked at, are all that is wanted.
  ROCADA_PORTABLE std::uint32_t rank_of(chess::Move move, bool selective, const CheckSquares& checks) const {
    if (move == node_.hash_move) return kHash;
    const Position& position = node_.position;
    if (wins_by_check() && gives_direct_check(position, checks, move)) return kWinningCheck;
    const int victim = position.captured_by(move);
    const bool promotes = move.is_promotion();
    if (promotes && move.promotion_type() != chess::PieceType::Queen) return kLast;
    if (victim != kNothing || promotes) {
      const auto order =
          static_cast<std::uint32_t>(64 * (victim + (promotes ? kQueen : 0)) - position.code_on(move.from().index()));
      if (exchange_gains(position, move, 0)) return kWinningCapture + order;
      if (selective) return kUnwanted;
      return (gives_direct_check(position, checks, move) ? kCheck : kLosingCapture) + order;
    }
    if (selective) {
      const bool wanted = gives_direct_check(position, checks, move) && exchange_gains(position, move, 0);
      return wanted ? kCheck : kUnwanted;
    }
    if (move == memory_->killers[ply_][0]) return kKiller;
    if (move == memory_->killers[ply_][1]) return kKiller - 1;
    if (ply_ > 0 && move == *counter_move()) return kKiller - 2;
    if (gives_direct_check(position, checks, move)) return kCheck;
    return static_cast<std::uint32_t>(static_cast<int>(kQuiet) + history_of(move));
  }

  ROCADA_PORTABLE chess::Move* counter_move() const {
    const chess::Move before = memory_->stack[ply_ - 1].move;
    return &memory_->counter_moves[node_.position.side][before.from().index()][before.to().index()];
  }
  ROCADA_PORTABLE std::int16_t& history_of(chess::Move move) const {
    return memory_->history[node_.position.side][move.from().index()][move.to().index()];
  }

  // The best move not yet taken, marked as taken; 0 where none is left.
  ROCADA_PORTABLE ListedMove best_left() {
    ListedMove* list = memory_->pool + node_.list;
    ListedMove best = 0;
    ROCADA_ROLLED
    for (int i = lanes_.rank(); i < node_.moves; i += Lanes::kSize) {
      if (list[i] > best) best = list[i];
    }
    best = lanes_.max(best);
    if (best >> 16 == 0) return 0;
    ROCADA_ROLLED
    for (int i = lanes_.rank(); i < node_.moves; i += Lanes::kSize) {
      if (list[i] == best) list[i] &= 0xFFFF;
    }
    return best;
  }

  ROCADA_PORTABLE void pick_move() {
    const ListedMove listed = best_left();
    todo_ = Todo::Finish;
    if (listed == 0) return;
    const chess::Move move = move_of(listed);
    const std::uint32_t rank = listed >> 16;
    const bool quiet = node_.position.is_quiet(move);
    if (ply_ > 0 && node_.depth > 0 && !eval::is_decisive(node_.best) && !node_.in_check) {
      if (is_hopeless(rank)) return;
      if (loses_material(move, rank)) {
        todo_ = Todo::PickMove;
        return;
      }
    }
    node_.move = move;
    node_.move_is_quiet = quiet;
    ++node_.searched;

    // 10. Late moves seldom matter: look at them less deep first.
    node_.reply = node_.searched == 1 || !node_.is_pv ? Reply::Full : Reply::Scout;
    const bool reducible = node_.depth >= params::kReductionMinDepth && node_.searched > params::kReductionMinMoves &&
                           rank < kWinningCapture;
    if (reducible) {
      node_.reduction = reduction_of(move, rank);
      if (node_.reduction > 0) node_.reply = Reply::Reduced;
    }
    todo_ = Todo::Descend;
  }

  // Moves come best first, so a hopeless one ends the node.
  ROCADA_PORTABLE bool is_hopeless(std::uint32_t rank) const {
    const int depth = node_.depth;
    if (rank >= kCheck || node_.is_pv || node_.searched == 0) return false;
    if (rank < kQuiet / 2) return depth <= params::kLosingCaptureMaxDepth;
    const int most = (params::kLateMoveBase + params::kLateMoveFactor * depth * depth) /
                     (params::kLateMoveUnit * (node_.improving ? 1 : 2));
    if (depth <= params::kLateMoveMaxDepth && node_.searched >= most) return true;
    return depth <= params::kFutilityMaxDepth &&
           node_.expected + params::kFutilityBase + params::kFutilityMargin * depth <= node_.alpha;
  }

  // A quiet move to where it is taken for nothing is left out; others may follow.
  ROCADA_PORTABLE bool loses_material(chess::Move move, std::uint32_t rank) const {
    return node_.depth <= params::kQuietExchangeMaxDepth && node_.searched > 0 && !node_.is_pv && rank < kKiller - 2 &&
           rank > kQuiet / 2 && !exchange_gains(node_.position, move, params::kQuietExchangeMargin * node_.depth);
  }

  ROCADA_PORTABLE int reduction_of(chess::Move move, std::uint32_t rank) const {
    const auto log2 = [](int n) { return static_cast<int>(tables().log2[n < 63 ? n : 63]); };
    int reduction = params::kReductionBase +
                    log2(node_.depth) * log2(node_.searched) * params::kReductionFactor / params::kReductionFraction;
    if (node_.is_pv) reduction -= params::kReductionPv;
    if (!node_.improving) reduction += params::kReductionNotImproving;
    if (node_.in_check) reduction -= params::kReductionInCheck;
    if (rank >= kCheck) {
      reduction -= params::kReductionChecking;
    } else if (rank > kQuiet / 2) {
      reduction -= history_of(move) * params::kReductionHistory / params::kReductionFraction;
    }
    reduction /= params::kReductionUnit;
    const int most = node_.depth - 2;
    return reduction < 0 ? 0 : reduction > most ? most : reduction;
  }

  // -------------------------------------------------------------------------------------------------------------------
  // Down and up

  // To the child by node_.move, which is none for the null move, with the depth and window that its reply is to settle.
  ROCADA_PORTABLE void descend() {
    const Reply reply = node_.reply;
    memory_->stack[ply_] = node_;
    const bool reduced = reply == Reply::Reduced || reply == Reply::Null;
    const Score alpha = reply == Reply::Null ? node_.beta - 1 : node_.alpha;
    const Score beta = reply == Reply::Full || reply == Reply::Null ? node_.beta : node_.alpha + 1;
    Node child;
    child.position = node_.position;
    if (reply == Reply::Null) {
      make_null(child.position);
    } else {
      make(child.position, node_.move);
    }
    child.depth = node_.depth - 1 - (reduced ? node_.reduction : 0);
    child.alpha = child.alpha_at_first = -beta;
    child.beta = -alpha;
    child.is_pv = node_.is_pv && reply == Reply::Full;
    child.list = node_.list + node_.moves;
    ++ply_;
    node_ = child;
    todo_ = Todo::Enter;
  }

  // Takes to the parent what the child's search has shown.
  ROCADA_PORTABLE void ascend() {
    if (ply_ == 0) return go_on_after_depth();
    const Score value = -value_;
    --ply_;
    node_ = memory_->stack[ply_];
    switch (node_.reply) {
      case Reply::Null:
        if (value >= node_.beta) return know(eval::is_decisive(value) ? node_.beta : value);
        todo_ = Todo::Generate;
        return;
      case Reply::Reduced:
        if (value > node_.alpha) return search_again(node_.is_pv ? Reply::Scout : Reply::Full);
        break;
      case Reply::Scout:
        if (value > node_.alpha && value < node_.beta) return search_again(Reply::Full);
        break;
      case Reply::Full: break;
    }
    todo_ = Todo::PickMove;
    if (value <= node_.best) return;
    node_.best = value;
    if (value <= node_.alpha) return;
    node_.alpha = value;
    node_.best_move = node_.move;
    if (ply_ == 0 && completed_ > 0) {
      best_move_ = node_.move;
      score_ = value;
    }
    if (value >= node_.beta) todo_ = Todo::Finish;
  }

  ROCADA_PORTABLE void search_again(Reply reply) {
    node_.reply = reply;
    todo_ = Todo::Descend;
  }

  // All moves that matter have been searched.
  ROCADA_PORTABLE void finish() {
    know(node_.best);
    const bool cut = node_.best >= node_.beta;
    if (cut && node_.depth > 0 && node_.move_is_quiet) learn();
    HashEntry entry;
    entry.key = node_.position.key;
    entry.move = node_.best_move.is_none() ? node_.hash_move : node_.best_move;
    entry.score = static_cast<std::int16_t>(to_table(node_.best, ply_));
    entry.eval = static_cast<std::int16_t>(node_.eval);
    entry.depth = static_cast<std::int8_t>(node_.depth > 0 ? node_.depth : 0);
    const Bound bound = cut ? Bound::Lower : node_.best > node_.alpha_at_first ? Bound::Exact : Bound::Upper;
    entry.bound_and_age = static_cast<std::uint8_t>(static_cast<int>(bound) | age_ << 2);
    lanes_.sync();
    HashTable{memory_->table}.store(entry);
    lanes_.sync();
  }

  // A quiet move has refuted the one before: remember it, and that the moves tried first were worse.
  ROCADA_PORTABLE void learn() {
    const chess::Move best = node_.best_move;
    const int squared = params::kHistoryBonus * node_.depth * node_.depth;
    const int bonus = squared < params::kHistoryMaxBonus ? squared : params::kHistoryMaxBonus;
    const ListedMove* list = memory_->pool + node_.list;
    ROCADA_ROLLED
    for (int i = lanes_.rank(); i < node_.moves; i += Lanes::kSize) {
      const chess::Move move = move_of(list[i]);
      if (list[i] >> 16 != 0 || !node_.position.is_quiet(move)) continue;
      std::int16_t& value = history_of(move);
      const int change = move == best ? bonus : -bonus;
      value = static_cast<std::int16_t>(value + change - value * bonus / params::kHistoryMax);
    }
    const chess::Move killer = memory_->killers[ply_][0];
    lanes_.sync();
    if (killer != best) {
      memory_->killers[ply_][1] = killer;
      memory_->killers[ply_][0] = best;
    }
    if (ply_ > 0) *counter_move() = best;
    lanes_.sync();
  }

  Lanes lanes_;
  SearchMemory<Net>* memory_ = nullptr;
  Evaluation<Net, Lanes> evaluation_{};
  SearchLimits limits_;
  int game_ply_ = 0;
  int nodes_ = 0;
  int depth_ = 0;      // being searched
  int completed_ = 0;  // the last one done
  int window_ = params::kAspirationWindow;
  int age_ = 0;
  Score score_ = 0;
  chess::Move best_move_;
  Node node_;
  int ply_ = 0;
  Todo todo_ = Todo::Rest;
  Score value_ = 0;  // of node_, where it ascends
};

}  // namespace rocada::selfplay
