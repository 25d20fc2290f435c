// Where king and rook go when castling: to the same squares in normal chess and in Chess960.
#pragma once

#include "chess/attacks.h"
#include "chess/bitboard.h"
#include "chess/color.h"
#include "chess/square.h"

namespace rocada::chess {

enum class CastlingSide : std::uint8_t { King, Queen };

// The side a king castles to, from where it and the rook stand.
constexpr CastlingSide castling_side(Square king, Square rook) {
  return rook.file() > king.file() ? CastlingSide::King : CastlingSide::Queen;
}
constexpr Square castled_king(Color color, CastlingSide side) {
  return Square::at(side == CastlingSide::King ? kFileG : kFileC, Rank::relative(color, 0));
}
constexpr Square castled_rook(Color color, CastlingSide side) {
  return Square::at(side == CastlingSide::King ? kFileF : kFileD, Rank::relative(color, 0));
}

struct CastlingPath {
  Bitboard must_be_empty;  // squares either piece crosses or lands on, except their own
  Bitboard king_walks;     // squares the king may not be attacked on; its start is the caller's affair
};

inline CastlingPath castling_path(Color color, Square king, Square rook) {
  const CastlingSide side = castling_side(king, rook);
  const Square king_to = castled_king(color, side);
  const Square rook_to = castled_rook(color, side);
  const Bitboard king_walks = between(king, king_to) | king_to;
  const Bitboard rook_walks = between(rook, rook_to) | rook_to;
  return {(king_walks | rook_walks) - (king | rook), king_walks};
}

}  // namespace rocada::chess
