// What a search tells while it runs and when it ends: plain values, no text.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "chess/move.h"
#include "eval/score.h"
#include "search/bound.h"
#include "util/clock.h"

namespace rocada::search {

// Work done so far, by all threads.
struct Effort {
  std::uint64_t nodes = 0;
  util::Milliseconds time{0};
  int hash_permille = 0;  // how full the transposition table is
  std::uint64_t tablebase_hits = 0;

  std::uint64_t nodes_per_second() const {
    return time.count() > 0 ? nodes * 1000 / static_cast<std::uint64_t>(time.count()) : nodes * 1000;
  }
};

// One line of play at one depth.
struct Line {
  int depth = 0;
  int selective_depth = 0;
  int rank = 1;  // 1 is the best line, 2 the second best (MultiPV)
  eval::Score score = 0;
  Bound bound = Bound::Exact;
  std::vector<chess::Move> moves;
  Effort effort;
};

// The root move now being searched; told only once a search has run for some seconds.
struct CurrentMove {
  int depth = 0;
  chess::Move move;
  int number = 0;      // from 1
  int root_moves = 0;  // how many there are
  Effort effort;
};

struct Finished {
  chess::Move best;                  // none where there is no legal move
  std::optional<chess::Move> reply;  // the answer expected: what to ponder on
  eval::Score score = 0;
  int depth = 0;
  Effort effort;
  bool from_book = false;  // nothing was searched, and there is no score
};

// Receives reports on the search's own thread, one call at a time; finished() is the last of a search.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void line(const Line& line) = 0;
  virtual void current_move(const CurrentMove& move) = 0;
  virtual void finished(const Finished& finished) = 0;
};

}  // namespace rocada::search
