// Attack sets without large tables: what a GPU computes quicker than it can look it up.
#pragma once

#include "selfplay/portable.h"
#include "selfplay/tables.h"

namespace rocada::selfplay {

inline constexpr Bits kFileA = 0x0101010101010101ULL;
inline constexpr Bits kFileH = kFileA << 7;

// Attacks along a file or diagonal, given without the square itself. Subtracting the slider's bit borrows from the
// first piece above it; the same upside down finds the first one below.
ROCADA_PORTABLE inline Bits line_attacks(Bits slider, Bits line, Bits occupied) {
  const Bits blockers = occupied & line;
  const Bits up = blockers - slider;
  const Bits down = flipped(flipped(blockers) - flipped(slider));
  return (up ^ down) & line;
}

ROCADA_PORTABLE inline Bits rank_attacks(int square, Bits occupied) {
  const int start = square & 56;
  return Bits{tables().rank_attacks[square & 7][occupied >> (start + 1) & 63]} << start;
}

ROCADA_PORTABLE inline Bits rook_attacks(int square, Bits occupied) {
  const Bits slider = bit(square);
  return rank_attacks(square, occupied) | line_attacks(slider, kFileA << (square & 7) & ~slider, occupied);
}

ROCADA_PORTABLE inline Bits bishop_attacks(int square, Bits occupied) {
  const Bits slider = bit(square);
  return line_attacks(slider, tables().diagonal[square], occupied) |
         line_attacks(slider, tables().antidiagonal[square], occupied);
}

// Attacks of all pawns of a colour at once.
ROCADA_PORTABLE constexpr Bits pawn_attacks(int color, Bits pawns) {
  return color == 0 ? (pawns & ~kFileA) << 7 | (pawns & ~kFileH) << 9 : (pawns & ~kFileA) >> 9 | (pawns & ~kFileH) >> 7;
}

}  // namespace rocada::selfplay
