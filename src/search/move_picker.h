// MovePicker: hands out the moves of a node, most promising first, each scored once and sorted as it is asked for.
#pragma once

#include <array>
#include <optional>

#include "chess/move.h"
#include "chess/movegen.h"
#include "chess/position.h"
#include "search/history.h"

namespace rocada::search {

using Killers = std::array<chess::Move, 2>;

class MovePicker {
 public:
  // All moves of a node. `table_move` may be none.
  MovePicker(const chess::Position& position, chess::Move table_move, const Killers& killers, const History& history);
  // Captures and promotions only, for the quiescence search.
  MovePicker(const chess::Position& position, const History& history);

  // None when there are no more.
  chess::Move next();

 private:
  void score(const chess::Position& position, chess::Move table_move, const Killers& killers, const History& history);

  chess::MoveList moves_;
  std::array<int, chess::MoveList::capacity()> scores_;
  std::size_t next_ = 0;
};

}  // namespace rocada::search
