// The board as text for a terminal: Unicode pieces and colours where the terminal has them, letters where not.
//
// A pure function. The last move and a king in check stand out in every style: by colour, or by signs around the piece.
#pragma once

#include <optional>
#include <string>

#include "chess/color.h"
#include "chess/move.h"
#include "chess/position.h"

namespace rocada::app {

struct BoardStyle {
  bool unicode = false;  // pieces as figures; letters otherwise
  bool color = false;    // ANSI escape sequences
};

struct BoardView {
  chess::Color bottom = chess::Color::White;  // whose side is nearer to the reader
  std::optional<chess::Move> last_move;       // the move that led to the position
};

// Nine lines: eight ranks from the top and the letters of the files.
std::string draw_board(const chess::Position& position, const BoardView& view, const BoardStyle& style);

}  // namespace rocada::app
