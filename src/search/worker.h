// Worker: one searching thread. What it shares with the others is in SharedSearch, all else is its own.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "eval/score.h"
#include "game/game_record.h"
#include "search/history.h"
#include "search/limits.h"
#include "search/move_picker.h"
#include "search/report.h"
#include "search/tablebase_root.h"
#include "search/time_manager.h"
#include "search/transposition_table.h"
#include "tb/syzygy.h"

namespace rocada::search {

class Worker;

// Everything all workers of one search see. Written before they start, except the atomics.
struct SharedSearch {
  TranspositionTable& table;
  TimeManager& time;
  const Limits& limits;
  int multi_pv = 1;
  Observer* observer = nullptr;
  std::vector<std::unique_ptr<Worker>>& workers;
  std::atomic<bool> stop = false;
  std::atomic<bool> paused = false;            // wait on it: notified by resume and stop
  const tb::Tablebases* tablebases = nullptr;  // to be asked below the root; null where there is nothing to ask
  std::optional<RootRanking> ranking{};        // where the tables know the root
  std::atomic<std::uint64_t> root_tablebase_hits = 0;

  // Asks the tables about the root; before the workers start.
  void rank_root(const game::GameRecord& game, const tb::Tablebases* tables);

  std::uint64_t nodes() const;
  std::uint64_t tablebase_hits() const;
  Effort effort() const;
};

// A legal first move, with the best line found behind it.
struct RootMove {
  chess::Move move;
  eval::Score score = -eval::kInfinite;
  int selective_depth = 0;
  std::vector<chess::Move> line;  // begins with the move
  int rank = 0;                   // by the tables: moves of equal rank stand together, the highest first
  std::optional<eval::Score> tablebase_score{};

  // What to tell of a score the search found for this move: the tables know better, except how far away a mate is.
  eval::Score told(eval::Score found) const {
    return tablebase_score && !eval::is_mate_score(found) ? *tablebase_score : found;
  }
};

class Worker {
 public:
  explicit Worker(int number) : number_(number) {}

  // Searches the game's present position until a limit or stop. The first worker alone reports and watches the limits.
  void run(const game::GameRecord& game, SharedSearch& shared);
  // Forgets what earlier searches taught.
  void clear() { history_.clear(); }

  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  std::uint64_t tablebase_hits() const { return tablebase_hits_.load(std::memory_order_relaxed); }
  // Best first; empty where there is no legal move.
  const std::vector<RootMove>& root_moves() const { return root_moves_; }
  int completed_depth() const { return completed_depth_; }

 private:
  using Score = eval::Score;

  // What is known along the line being searched, one for each ply.
  struct Ply {
    Killers killers;
    std::array<chess::Move, eval::kMaxPly + 2> line;  // the best line from here
    int line_length = 0;
  };

  bool is_first() const { return number_ == 0; }

  // root.cpp
  void set_up(const game::GameRecord& game);
  void sort_by_tables();
  std::size_t end_of_equals(int rank) const;
  void deepen();
  void search_ranked(int rank, int depth);
  Score search_root(int rank, int depth, Score alpha, Score beta);
  void report_line(int rank, int depth, Bound bound, Score score);
  bool is_enough(int depth) const;

  // search.cpp
  Score search(const chess::Position& position, int depth, Score alpha, Score beta, int ply, bool may_pass);
  Score search_child(const chess::Position& child, int depth, Score alpha, Score beta, int ply, int reduction,
                     bool first);
  Score pass(const chess::Position& position, int depth, Score beta, int ply);
  void reward(const chess::Position& position, chess::Move best, std::span<const chess::Move> tried, int depth,
              int ply);
  void update_line(int ply, chess::Move move);
  bool is_draw(const chess::Position& position) const;
  std::optional<TableEntry> ask_tablebases(const chess::Position& position, int depth, int ply);
  // quiescence.cpp
  Score quiescence(const chess::Position& position, Score alpha, Score beta, int ply);

  bool should_stop();
  void count_node() { nodes_.store(nodes_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }

  const int number_;
  SharedSearch* shared_ = nullptr;
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<std::uint64_t> tablebase_hits_{0};
  std::vector<chess::Key> keys_;  // of the game and of the line being searched
  History history_;
  std::array<Ply, eval::kMaxPly + 2> plies_;
  int selective_depth_ = 0;
  int completed_depth_ = 0;
  chess::Move reported_best_;
  const chess::Position* root_ = nullptr;
  std::vector<RootMove> root_moves_;
};

}  // namespace rocada::search
