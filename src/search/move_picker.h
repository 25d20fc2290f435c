// MovePicker: hands out the moves of a node, most promising first, doing no more work than is asked for.
//
// First the transposition table's move, before anything is generated; then captures and promotions that do not lose
// material, then quiet moves by their history, last the losing captures.
#pragma once

#include <array>

#include "chess/move.h"
#include "chess/movegen.h"
#include "chess/position.h"
#include "search/history.h"

namespace rocada::search {

class MovePicker {
 public:
  enum class Moves : std::uint8_t { All, Noisy, NoisyAndChecks };

  // `table_move` must be legal or none; where not all moves are wanted, it is handed out only when it is noisy.
  MovePicker(const chess::Position& position, Moves kinds, chess::Move table_move, const History& history,
             const Circumstances& around);

  // None when there are no more.
  chess::Move next();
  // From now on, quiet moves are not worth looking at.
  void skip_quiets() { quiets_wanted_ = false; }

 private:
  enum class Stage : std::uint8_t { TableMove, StartNoisy, GoodNoisy, StartQuiet, Quiet, BadNoisy };

  void score_noisy();
  // Of the quiet moves only the checks that do not lose the piece are left.
  void keep_checks();
  void score_quiet();
  // The best not yet handed out; the table's move has had its turn.
  chess::Move take_best();

  const chess::Position& position_;
  const History& history_;
  const Circumstances& around_;
  const chess::Move table_move_;
  const bool only_checks_;  // of the quiet moves
  bool quiets_wanted_;
  Stage stage_ = Stage::TableMove;

  chess::MoveList moves_;  // first the losing captures put off so far, then what take_best() chooses from
  std::array<int, chess::MoveList::capacity()> scores_;
  std::size_t next_ = 0;
  int taken_score_ = 0;  // of the move take_best() gave last
  std::size_t bad_noisy_ = 0;
  std::size_t next_bad_ = 0;
};

}  // namespace rocada::search
