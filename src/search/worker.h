// Worker: one searching thread. It deepens the search of the root's moves and reports; what happens below the root is
// TreeSearch's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "chess/move.h"
#include "eval/score.h"
#include "game/game_record.h"
#include "search/bound.h"
#include "search/root_moves.h"
#include "search/shared_search.h"
#include "search/tree_search.h"

namespace rocada::search {

class Worker {
 public:
  // What one needs of the machine's memory, about.
  static constexpr std::size_t bytes() { return sizeof(Worker) + TreeSearch::bytes(); }

  explicit Worker(int number) : number_(number), tree_(number == 0) {}

  // Searches the game's present position until a limit or stop. The first worker alone reports and watches the limits.
  void run(const game::GameRecord& game, SharedSearch& shared);
  // Forgets what earlier searches taught.
  void clear() { tree_.clear(); }

  std::uint64_t nodes() const { return tree_.nodes(); }
  std::uint64_t tablebase_hits() const { return tree_.tablebase_hits(); }
  // Best first; empty where there is no legal move.
  const std::vector<RootMove>& root_moves() const { return root_moves_.all(); }
  int completed_depth() const { return completed_depth_; }
  // The root move last reported as the best: none before the first report.
  chess::Move reported_best() const { return reported_best_; }
  void report_line(int line, int depth, Bound bound, eval::Score score);

 private:
  using Score = eval::Score;
  using Move = chess::Move;

  bool is_first() const { return number_ == 0; }
  bool stopped() const { return tree_.stopped(); }
  void deepen();
  void search_line(int line, int depth);
  void report_lines(int lines);
  bool is_enough(int depth, int stable_depths, Score earlier_score) const;

  const int number_;
  SharedSearch* shared_ = nullptr;
  TreeSearch tree_;
  RootMoves root_moves_;
  int completed_depth_ = 0;
  Move reported_best_;
};

}  // namespace rocada::search
