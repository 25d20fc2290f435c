// The same position with the colours exchanged: whatever judges positions must judge both alike.
#pragma once

#include "chess/position.h"

namespace rocada::test {

inline chess::Position mirrored(const chess::Position& position) {
  using chess::Color;
  using chess::Piece;
  using chess::Square;
  const chess::PositionSetup setup = position.to_setup();
  chess::PositionSetup mirror = setup;
  for (int index = 0; index < 64; ++index) {
    const Piece piece = setup[Square::from_index(index ^ 56)];
    mirror[Square::from_index(index)] = piece.is_none() ? Piece() : Piece(~piece.color(), piece.type());
  }
  mirror.side_to_move = ~setup.side_to_move;
  mirror.castling_rooks = chess::Bitboard();
  for (const Square rook : setup.castling_rooks) mirror.castling_rooks |= Square::from_index(rook.index() ^ 56);
  mirror.en_passant = chess::Bitboard();
  for (const Square square : setup.en_passant) mirror.en_passant |= Square::from_index(square.index() ^ 56);
  mirror.checks_given[Color::White] = setup.checks_given[Color::Black];
  mirror.checks_given[Color::Black] = setup.checks_given[Color::White];
  return chess::Position::from_setup(mirror).value();
}

}  // namespace rocada::test
