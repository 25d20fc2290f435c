// Stack: what is known along the line being searched, one Ply for each move. Owned by one worker.
#pragma once

#include <algorithm>
#include <array>

#include "chess/move.h"
#include "chess/piece.h"
#include "chess/position.h"
#include "eval/score.h"
#include "search/correction.h"
#include "search/history.h"
#include "search/node.h"

namespace rocada::search {

// The best line found from a node on.
struct BestLine {
  std::array<chess::Move, eval::kMaxPly + 2> moves;
  int length = 0;

  void begin_with(chess::Move move, const BestLine& rest) {
    moves[0] = move;
    std::copy_n(rest.moves.begin(), rest.length, moves.begin() + 1);
    length = rest.length + 1;
  }
};

struct Ply {
  chess::Move move;    // being searched; none for a pass
  chess::Piece piece;  // that it moves; none for a pass
  bool move_is_quiet = false;
  int number = 0;                             // of the move, from 1
  PieceToTable* continuation = nullptr;       // what is remembered of moves after it
  eval::Score static_score = eval::kNoScore;  // corrected; none in check
  int reduction = 0;                          // of the move being searched, in plies
  int cutoffs = 0;                            // how many nodes one ply below have failed high
  chess::AttackMap attacks;                   // of the side that has just moved
};

class Stack {
 public:
  // From `ply` -kBefore on: moves that would lie before the root count as none.
  Ply& operator[](int ply) { return plies_[static_cast<std::size_t>(ply + kBefore)]; }
  const Ply& operator[](int ply) const { return plies_[static_cast<std::size_t>(ply + kBefore)]; }
  void clear() {
    for (Ply& ply : plies_) ply = {};
  }

  // Apart from the plies, which are read far more often.
  BestLine& line(int ply) { return lines_[static_cast<std::size_t>(ply)]; }

  Continuations continuations(int ply) const {
    Continuations tables;
    for (std::size_t i = 0; i < tables.size(); ++i)
      tables[i] = (*this)[ply - params::kContinuationPlies[i]].continuation;
    return tables;
  }
  Circumstances circumstances(int ply) const { return {continuations(ply), (*this)[ply].attacks}; }
  RecentMoves recent_moves(int ply) const {
    const Ply& last = (*this)[ply - 1];
    const Ply& earlier = (*this)[ply - 2];
    return {last.piece, last.move.to(), earlier.piece, earlier.move.to()};
  }

 private:
  static constexpr int kBefore = params::kContinuationPlies.back();
  std::array<Ply, kBefore + eval::kMaxPly + 2> plies_{};
  std::array<BestLine, eval::kMaxPly + 2> lines_{};
};

}  // namespace rocada::search
