// Worker: one searching thread. What it shares with the others is in SharedSearch, all else is its own.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "eval/evaluator.h"
#include "eval/score.h"
#include "game/game_record.h"
#include "search/correction.h"
#include "search/handicap.h"
#include "search/history.h"
#include "search/limits.h"
#include "search/node.h"
#include "search/params.h"
#include "search/report.h"
#include "search/stack.h"
#include "search/tablebase_root.h"
#include "search/team.h"
#include "search/time_manager.h"
#include "search/transposition_table.h"
#include "tb/syzygy.h"
#include "util/static_vector.h"

namespace rocada::search {

class Worker;

// Everything all workers of one search see. Written before they start, except the atomics.
struct SharedSearch {
  TranspositionTable& table;
  TimeManager& time;
  const Limits& limits;
  eval::nnue::SharedNetwork network;   // what evaluates
  std::optional<Handicap> handicap{};  // none: full strength
  int multi_pv = 1;
  Observer* observer = nullptr;  // null: nobody listens
  std::vector<std::unique_ptr<Worker>>& workers;
  std::atomic<bool> stop = false;
  std::atomic<bool> paused = false;            // notified by resume and stop
  const tb::Tablebases* tablebases = nullptr;  // to be asked below the root; null where there is nothing to ask
  TablebaseSettings tablebase_settings{};
  std::optional<RootRanking> ranking{};  // where the tables know the root
  std::atomic<std::uint64_t> root_tablebase_hits = 0;
  Team* team = nullptr;  // null: no other machine searches this position

  // Asks the tables about the root; before the workers start.
  void rank_root(const game::GameRecord& game, const tb::Tablebases* tables, const TablebaseSettings& settings);

  // In the file of those who notify: who waits and who notifies must share the C++ library's list of waiters, and each
  // instruction level has one of its own.
  void wait_while_paused() const;
  std::uint64_t nodes() const;
  std::uint64_t tablebase_hits() const;
  Effort effort() const;
};

// A legal first move, with the best line found behind it.
struct RootMove {
  chess::Move move;
  eval::Score score = -eval::kInfinite;       // in the search going on; lowest where it is only known to be no better
  eval::Score last_score = -eval::kInfinite;  // the last one found, which goes with the line
  int depth = 0;                              // at which it was found
  int selective_depth = 0;
  std::uint64_t nodes = 0;        // spent on it so far
  std::vector<chess::Move> line;  // begins with the move
  int rank = 0;                   // by the tables: moves of equal rank stand together, the highest first
  std::optional<eval::Score> tablebase_score{};

  // What to tell of a score the search found for this move: the tables know better, except how far away a mate is.
  eval::Score told(eval::Score found) const {
    return tablebase_score && !eval::is_mate_score(found) ? *tablebase_score : found;
  }
};

// Moves that were searched and were not the best: the first of them, which is enough to learn from.
class TriedMoves {
 public:
  void add(chess::Move move) {
    if (moves_.size() < moves_.capacity()) moves_.push_back(move);
  }
  std::span<const chess::Move> moves() const { return {moves_.begin(), moves_.end()}; }

 private:
  util::StaticVector<chess::Move, params::kTriedMoves> moves_;
};

class Worker {
 public:
  // What one needs of the machine's memory, about.
  static constexpr std::size_t bytes() {
    return sizeof(Worker) + eval::Evaluator::bytes() + History::bytes() + CorrectionHistory::bytes();
  }

  explicit Worker(int number) : number_(number) {}

  // Searches the game's present position until a limit or stop. The first worker alone reports and watches the limits.
  void run(const game::GameRecord& game, SharedSearch& shared);
  // Forgets what earlier searches taught. Where there were none, the tables are as they came, and stay untouched: the
  // memory of a worker is taken when it first works.
  void clear() {
    if (!std::exchange(has_learnt_, false)) return;
    history_.clear();
    correction_.clear();
  }

  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  std::uint64_t tablebase_hits() const { return tablebase_hits_.load(std::memory_order_relaxed); }
  // Best first; empty where there is no legal move.
  const std::vector<RootMove>& root_moves() const { return root_moves_; }
  int completed_depth() const { return completed_depth_; }
  // The root move last told as the best: none before the first report.
  chess::Move reported_best() const { return reported_best_; }
  void report_line(int rank, int depth, Bound bound, eval::Score score);

 private:
  using Score = eval::Score;
  using Position = chess::Position;
  using Move = chess::Move;

  bool is_first() const { return number_ == 0; }
  bool leaves_out(int depth) const;

  // root.cpp
  void set_up(const game::GameRecord& game);
  void sort_by_tables();
  std::size_t end_of_equals(int rank) const;
  void deepen();
  Score expected_score(int rank) const;
  void search_ranked(int rank, int depth);
  void sort_lines(int ranks);
  void settle_lines(int ranks);
  void report_lines(int ranks);
  bool is_enough(int depth, int stable_depths, Score earlier_score) const;
  RootMove* find_root_candidate(Move move);
  void tell_current_move(Move move, int number) const;
  void update_root_move(RootMove& root_move, Score score, int number, Score alpha, std::uint64_t nodes);

  // What asks for the handicap is compiled with one and without, and chosen where a search of the root begins: at full
  // strength nothing is asked in the loops.
  enum class Strength : std::uint8_t { Full, Handicapped };

  // search.cpp: the conductor and its verbs
  Score search_root(int depth, Score alpha, Score beta);
  template <Strength OurStrength>
  Score search(const Position& position, int depth, Score alpha, Score beta, int ply, bool expect_cut);
  template <Strength OurStrength>
  Score try_null_move(Node& node, const Position& position);
  template <Strength OurStrength>
  Score try_prob_cut(const Node& node, const Position& position, Score goal);
  std::optional<Score> ask_tablebases(Node& node, const Position& position, Score& best_score, Score& highest);
  void look_up(Node& node, const Position& position);
  template <Strength OurStrength>
  void judge(Node& node, const Position& position);
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
  void learn_from_fail_low(const Node& node, const Position& position);
  void learn_from_step(const Node& node, const Position& position);
  void learn_correction(const Node& node, const Position& position, Move best, Score best_score);

  // quiescence.cpp
  template <Strength OurStrength>
  Score quiescence(const Position& position, Score alpha, Score beta, int ply);

  bool is_draw(const Position& position, int ply) const;
  bool can_force_repetition(const Position& position, int ply) const;
  // Is the game won by the next check? Its move is then the best line.
  bool wins_by_check(const Position& position, int ply);
  int reversible_plies(const Position& position) const;
  // What a player with a handicap does not see.
  template <Strength OurStrength>
  bool overlooks(const Position& position, Move move, int ply) const {
    if constexpr (OurStrength == Strength::Full) return false;
    return shared_->handicap->overlooks(position, move, stack_[ply - 1].move);
  }
  template <Strength OurStrength>
  Score bare_evaluation(const Position& position, const std::optional<TableEntry>& known);
  Score corrected(Score bare, const Position& position, int ply) const;
  void tell_team(const Position& position, int ply, const TableEntry& entry);
  bool should_stop();
  void look_at_clock();
  bool stopped() const { return shared_->stop.load(std::memory_order_relaxed); }
  void count_node() { nodes_.store(nodes() + 1, std::memory_order_relaxed); }

  const int number_;
  SharedSearch* shared_ = nullptr;
  Outbox* outbox_ = nullptr;  // null: there is no team
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<std::uint64_t> tablebase_hits_{0};
  std::uint64_t next_look_ = 0;   // at the clock: after so many nodes
  std::vector<chess::Key> keys_;  // of the game and of the line being searched
  std::size_t last_pass_ = 0;     // where in keys_ the last null move led: nothing before it can be repeated
  int null_moves_from_ply_ = 0;   // none before this, while one is being verified
  eval::Evaluator evaluator_;
  bool has_learnt_ = false;
  History history_;
  CorrectionHistory correction_;
  Stack stack_;
  int selective_depth_ = 0;
  int root_depth_ = 0;
  int root_rank_ = 0;  // which line of MultiPV is being searched
  int completed_depth_ = 0;
  Move reported_best_;
  const Position* root_ = nullptr;
  std::vector<RootMove> root_moves_;
};

}  // namespace rocada::search
