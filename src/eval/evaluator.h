// The evaluation: material, placement, mobility, pawns and king safety, tapered from middlegame to endgame. A stepping
// stone for the network, which will keep this interface.
//
// An Evaluator follows the line a worker searches: it is told what each move changed and takes it back with pop(). Null
// moves change nothing on the board and are not told. Owned by one worker.
#pragma once

#include <vector>

#include "chess/position.h"
#include "eval/score.h"

namespace rocada::eval {

// A value for the middlegame and one for the endgame.
struct Tapered {
  int middle = 0;
  int end = 0;

  constexpr Tapered& operator+=(Tapered other) {
    middle += other.middle;
    end += other.end;
    return *this;
  }
  constexpr Tapered& operator-=(Tapered other) {
    middle -= other.middle;
    end -= other.end;
    return *this;
  }
  friend constexpr Tapered operator*(int factor, Tapered value) { return {factor * value.middle, factor * value.end}; }
};

class Evaluator {
 public:
  // From here on, pushes and pops are counted from this position.
  void reset(const chess::Position& position);
  void push(const chess::MoveDelta& delta);
  void pop() { placements_.pop_back(); }

  // The position reached by the moves pushed, from the side to move's point of view; never decisive.
  Score evaluate(const chess::Position& position) const;

 private:
  // What depends on each piece and its square alone: kept up to date move by move.
  struct Placement {
    Tapered balance;  // White's less Black's
    int phase = 0;    // how much of the middlegame is left

    void add(chess::PieceOnSquare item);
    void remove(chess::PieceOnSquare item);
  };

  std::vector<Placement> placements_;
};

// Once, for a single position.
Score evaluate(const chess::Position& position);

}  // namespace rocada::eval
