// TreeSearch: the search below the root, one node after the other, and what it learns on the way. Owned by one worker.
//
// search() is a principal variation search in numbered steps (tree_search.cpp); where its depth is used up,
// quiescence() plays the captures out (quiescence.cpp); what a finished node teaches is in learning.cpp.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "chess/move.h"
#include "chess/position.h"
#include "eval/evaluator.h"
#include "eval/score.h"
#include "game/game_record.h"
#include "search/correction.h"
#include "search/history.h"
#include "search/move_picker.h"
#include "search/node.h"
#include "search/path.h"
#include "search/root_moves.h"
#include "search/shared_search.h"
#include "search/stack.h"
#include "search/team.h"
#include "search/watch.h"

namespace rocada::search {

class TreeSearch {
 public:
  // What one takes besides itself.
  static constexpr std::size_t bytes() {
    return eval::Evaluator::bytes() + History::bytes() + CorrectionHistory::bytes();
  }

  // Of all workers one watches the limits and tells the observer.
  explicit TreeSearch(bool watches_limits) : watch_(watches_limits) {}

  // A new search begins. `outbox` is null where nobody wants its results.
  void set_up(const game::GameRecord& game, SharedSearch& shared, RootMoves& root_moves, Outbox* outbox);
  // Forgets what earlier searches taught. Where there were none, the tables are as they came, and stay untouched: the
  // memory of a worker is taken when it first works.
  void clear();

  eval::Score evaluate_root() { return evaluator_.evaluate(*root_); }
  // `root_depth` is the one that is being completed; after a fail-high, `depth` is less.
  eval::Score search_root(int root_depth, int depth, eval::Score alpha, eval::Score beta);

  bool stopped() const { return watch_.stopped(); }
  std::uint64_t nodes() const { return watch_.nodes(); }
  std::uint64_t tablebase_hits() const { return tablebase_hits_.load(std::memory_order_relaxed); }

 private:
  using Score = eval::Score;
  using Position = chess::Position;
  using Move = chess::Move;

  // What asks for the handicap is compiled with one and without, and chosen where a search of the root begins: at full
  // strength nothing is asked in the loops.
  enum class Strength : std::uint8_t { Full, Handicapped };

  // tree_search.cpp: the conductor and its verbs
  template <Strength OurStrength>
  Score search(const Position& position, int depth, Score alpha, Score beta, int ply, bool expect_cut);
  template <Strength OurStrength>
  Score search_moves(Node& node, const Position& position);
  template <Strength OurStrength>
  Score search_others(const Node& node, const Position& position, Move excluded, Score goal);
  template <Strength OurStrength>
  Score try_null_move(Node& node, const Position& position);
  template <Strength OurStrength>
  Score try_prob_cut(const Node& node, const Position& position, Score goal);
  std::optional<Score> ask_tablebases(Node& node, const Position& position);
  void look_up(Node& node, const Position& position);
  template <Strength OurStrength>
  void evaluate_node(Node& node, const Position& position);
  struct Extension {
    int plies = 0;
    std::optional<Score> cut{};  // the node is proven to be worth this: no need to search any move
  };
  template <Strength OurStrength>
  Extension extension_of(const Node& node, const Position& position, Move move, bool is_quiet);
  template <Strength OurStrength>
  Score search_move(const Node& node, const Position& child, const MoveFacts& facts, int new_depth, Score best_score);
  // The position after the move; all that follows the line is told, until leave().
  Position enter(const Position& position, Move move, int ply);
  void leave();

  // learning.cpp: what a finished node teaches
  void learn_from_cutoff(const Node& node, const Position& position, Move best, std::span<const Move> quiets,
                         std::span<const Move> captures);
  void learn_from_refutation(const Node& node);
  void learn_from_fail_low(const Node& node, const Position& position);
  void learn_from_step(const Node& node, const Position& position);
  void learn_correction(const Node& node, const Position& position, Move best, Score best_score);

  // quiescence.cpp; so many quiet `checks` may still be given, by the side to move or, while it is in check, the other.
  template <Strength OurStrength>
  static constexpr int kChecks = OurStrength == Strength::Full ? params::kQuiescenceChecks : params::kHandicappedChecks;
  template <Strength OurStrength>
  Score quiescence(const Position& position, Score alpha, Score beta, int ply, int checks);

  // Is the game won by the next check? Its move is then the best line.
  bool wins_by_check(const Position& position, int ply);
  // What a player with a handicap does not see.
  template <Strength OurStrength>
  bool overlooks(const Position& position, Move move, int ply) const {
    if constexpr (OurStrength == Strength::Full) return false;
    return shared_->handicap->overlooks(position, move, stack_[ply - 1].move);
  }
  template <Strength OurStrength>
  Score bare_evaluation(const Position& position, const std::optional<TableEntry>& known);
  static Score corrected(Score bare, Score correction, const Position& position);
  void tell_current_move(Move move, int number) const;
  void update_root_move(RootMove& root_move, Score score, int number, Score alpha, std::uint64_t nodes);
  void tell_team(const Position& position, int ply, const TableEntry& entry);

  Watch watch_;
  SharedSearch* shared_ = nullptr;
  RootMoves* root_moves_ = nullptr;
  Outbox* outbox_ = nullptr;
  std::atomic<std::uint64_t> tablebase_hits_{0};
  Path path_;                    // of the game and of the line being searched
  int null_moves_from_ply_ = 0;  // none before this, while one is being verified
  eval::Evaluator evaluator_;
  bool has_learnt_ = false;
  History history_;
  CorrectionHistory correction_;
  Stack stack_;
  int selective_depth_ = 0;
  int root_depth_ = 0;
  Score root_window_ = 1;  // between alpha and beta
  const Position* root_ = nullptr;
};

}  // namespace rocada::search
