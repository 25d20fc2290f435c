// Features: which input of the network a piece on its square is, as each side sees the board.
//
// Both sides see their own pieces first and the board from their own end. The board is mirrored so that the side's own
// king always stands on files a to d; so when a king crosses the middle, all of that side's inputs change.
#pragma once

#include "chess/color.h"
#include "chess/position.h"
#include "chess/square.h"
#include "eval/nnue/architecture.h"

namespace rocada::eval::nnue {

// How one side sees the board.
struct View {
  chess::Color side = chess::Color::White;
  bool mirrored = false;
};

constexpr bool is_mirrored(chess::Square own_king) { return own_king.file().index() >= 4; }

constexpr std::size_t input_of(View view, chess::Piece piece, chess::Square square) {
  const int turned = square.index() ^ (view.side == chess::Color::Black ? 56 : 0) ^ (view.mirrored ? 7 : 0);
  const std::size_t owner = piece.color() == view.side ? 0 : 6;
  return 64 * (owner + chess::index_of(piece.type())) + static_cast<std::size_t>(turned);
}

}  // namespace rocada::eval::nnue
