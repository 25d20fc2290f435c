// Positions in 30 bytes, for game files:
//
//   8  occupied squares, one bit each, a1 the lowest
//  16  four bits for each of them from the lowest on, the low half of a byte first: the piece's type (pawn 0 to king 5;
//      6: a rook that may still castle), and 8 where it is Black's
//   1  bit 0: Black is to move; bit 1: 3-check; bits 4 and 5: checks White has given; bits 6 and 7: Black
//   1  the en passant square, 64 where there is none
//   2  plies since the last capture or pawn move
//   2  number of the move
//
// Castling rooks are marked one by one, so Chess960 and double Chess960 need nothing else.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "chess/bitboard.h"
#include "chess/position.h"
#include "util/bytes.h"
#include "util/result.h"

namespace rocada::data {

using util::ByteReader;
using util::ByteView;
using util::ByteWriter;

inline constexpr std::size_t kPackedPositionBytes = 30;
inline constexpr int kMostPieces = 32;     // that can be packed; no game has more
inline constexpr unsigned kOtherSide = 8;  // in the four bits of a piece

// The first 24 bytes. `code_of(square)` gives the four bits of each occupied square.
template <typename CodeOf>
void pack_board(ByteWriter& out, chess::Bitboard occupied, CodeOf&& code_of) {
  std::array<std::uint8_t, kMostPieces / 2> pairs{};
  unsigned index = 0;
  for (const chess::Square square : occupied) {
    const auto code = static_cast<unsigned>(code_of(square));
    pairs[index / 2] = static_cast<std::uint8_t>(pairs[index / 2] | code << (4 * (index % 2)));
    ++index;
  }
  out.put(occupied.bits());
  out.put_bytes(pairs);
}

// Of at most kMostPieces.
void pack(ByteWriter& out, const chess::Position& position);

// Takes kPackedPositionBytes. Everything is checked; the error says what is wrong with the position.
util::Result<chess::Position> unpack_position(ByteReader& in);

}  // namespace rocada::data
