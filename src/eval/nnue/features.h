// Features: which input of the network a piece on its square is, and how it stands there, as each side sees the board.
//
// Both sides see their own pieces first and the board from their own end. The board is mirrored so that the side's own
// king always stands on files a to d, and each zone of that king (architecture.h) has inputs of its own; so when a king
// crosses the middle or leaves its zone, all of that side's inputs change. Standings have the same inputs in all zones.
#pragma once

#include <cstddef>
#include <cstdint>

#include "chess/color.h"
#include "chess/piece.h"
#include "chess/position.h"
#include "chess/square.h"
#include "eval/nnue/architecture.h"
#include "eval/nnue/standings.h"

namespace rocada::eval::nnue {

// How one side sees the board.
struct View {
  chess::Color side = chess::Color::White;
  bool mirrored = false;
  std::uint8_t zone = 0;  // of its king
  friend constexpr bool operator==(View, View) = default;
};

using Views = chess::PerColor<View>;

constexpr View view_of(chess::Color side, chess::Square own_king) {
  const int file = own_king.file().index();
  const int rank = side == chess::Color::White ? own_king.rank().index() : 7 - own_king.rank().index();
  const bool mirrored = file >= 4;
  return {side, mirrored, static_cast<std::uint8_t>(king_zone(rank, mirrored ? 7 - file : file))};
}

inline Views views_of(const chess::Position& position) {
  Views views;
  for (const chess::Color side : chess::kColors) views[side] = view_of(side, position.king(side));
  return views;
}

// By what a square's index changes: exclusive or.
constexpr int turn_of(View view) { return (view.side == chess::Color::Black ? 56 : 0) ^ (view.mirrored ? 7 : 0); }

// The piece on its square as the view has it: one of kInputsPerZone.
constexpr std::size_t seen_as(View view, chess::Piece piece, chess::Square square) {
  const std::size_t owner = piece.color() == view.side ? 0 : 6;
  const std::size_t code = owner + chess::index_of(piece.type());
  return 64 * code + static_cast<std::size_t>(square.index() ^ turn_of(view));
}

constexpr std::size_t input_of(View view, chess::Piece piece, chess::Square square) {
  return kInputsPerZone * std::size_t{view.zone} + seen_as(view, piece, square);
}

// Among the inputs for standings. Who stands safely has none.
constexpr std::size_t standing_input_of(View view, chess::Piece piece, chess::Square square, Standing standing) {
  return kInputsPerZone * (static_cast<std::size_t>(standing) - 1) + seen_as(view, piece, square);
}

}  // namespace rocada::eval::nnue
