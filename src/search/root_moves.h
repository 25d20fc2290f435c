// RootMoves: the first moves among which a search chooses, best first, each with the best line found behind it.
//
// With MultiPV the lines are searched one after the other: `begin_line` says which, and the candidates for it are the
// moves from there on that the tablebases hold for equally good. Owned by one worker.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "chess/move.h"
#include "eval/score.h"
#include "game/game_record.h"
#include "search/shared_search.h"
#include "search/tablebase_root.h"

namespace rocada::search {

struct RootMove {
  chess::Move move;
  eval::Score score = -eval::kInfinite;       // in the search going on; lowest where it is only known to be no better
  eval::Score last_score = -eval::kInfinite;  // the last one found, which goes with the line
  eval::Score mean_score = 0;                 // of all that were found, the later ones weighing more
  int depth = 0;                              // at which the last one was found; 0 before
  int selective_depth = 0;
  std::uint64_t nodes = 0;        // spent on it so far
  std::vector<chess::Move> line;  // begins with the move
  int rank = 0;                   // by the tables: moves of equal rank stand together, the highest first
  std::optional<eval::Score> tablebase_score{};

  // What to show of a score the search found for this move: the tables know better, except how far away a mate is.
  eval::Score shown(eval::Score found) const {
    return tablebase_score && !eval::is_mate_score(found) ? *tablebase_score : found;
  }
};

class RootMoves {
 public:
  // All that are legal, allowed by the limits and seen by a player with a handicap, sorted by the tables.
  void set_up(const game::GameRecord& game, const SharedSearch& shared);

  const std::vector<RootMove>& all() const { return moves_; }
  bool empty() const { return moves_.empty(); }
  // Is there nothing to choose?
  bool is_only_one() const { return end_of_equals(0) == 1; }
  const RootMove& best() const { return moves_.front(); }
  RootMove& best() { return moves_.front(); }
  const RootMove& operator[](int number) const { return moves_[static_cast<std::size_t>(number)]; }

  // From here on the line of this number is searched; 0 is the best.
  void begin_line(int line) { line_ = line; }
  int line() const { return line_; }
  // What may be chosen for the line; the first is what was best for it so far.
  std::span<RootMove> candidates();
  std::size_t candidate_count() const { return end_of_equals(line_) - static_cast<std::size_t>(line_); }
  chess::Move first_candidate() const { return (*this)[line_].move; }
  RootMove* find_candidate(chess::Move move);  // null where it may not be chosen
  void sort_candidates();

  // What a line's move had before, but no more than the one above it has now: the search of that one has shown as much,
  // unless the tables alone put it there.
  eval::Score expected_score(int line) const;
  // A later line may have turned out better than an earlier one; what the tables say still comes first.
  void sort_lines(int lines);
  // After an interruption: lines this depth had no time for are as good as they were.
  void settle_lines(int lines);

 private:
  void sort_by_tables(const RootRanking& ranking);
  // Where the moves end that the tables hold for no worse than this one: all of them where they know nothing.
  std::size_t end_of_equals(int number) const;

  std::vector<RootMove> moves_;
  int line_ = 0;
};

}  // namespace rocada::search
