// Where pieces can go: attack sets of every piece, and the lines between squares.
//
// All tables are constants built at compile time in attack_tables.cpp, so they need no start-up and no locks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "chess/bitboard.h"
#include "chess/piece.h"
#include "chess/square.h"

namespace rocada::chess {

namespace tables {

// How a slider's blockers are hashed to their slot: (occupied & mask) * factor >> shift, in the square's own slice.
// No two blocker sets with different attacks share a slot; attack_tables.cpp does not compile otherwise.
struct Magic {
  std::uint64_t mask;
  std::uint64_t factor;
  std::uint32_t slice;
  std::uint32_t shift;

  constexpr std::size_t slot(Bitboard occupied) const {
    return slice + static_cast<std::size_t>((occupied.bits() & mask) * factor >> shift);
  }
};

inline constexpr std::size_t kSliderSlots = 107648;  // all blocker sets of all squares, rooks and bishops together

extern const std::array<Magic, 64> kRookMagics;
extern const std::array<Magic, 64> kBishopMagics;
extern const std::array<Bitboard, kSliderSlots> kSliderAttacks;
extern const std::array<Bitboard, 64> kKnightAttacks;
extern const std::array<Bitboard, 64> kKingAttacks;
extern const std::array<std::array<Bitboard, 64>, 2> kPawnAttacks;
extern const std::array<Bitboard, 64> kRookRays;    // on the empty board
extern const std::array<Bitboard, 64> kBishopRays;  // on the empty board
extern const std::array<std::array<Bitboard, 64>, 64> kBetween;
extern const std::array<std::array<Bitboard, 64>, 64> kLine;

constexpr std::size_t at(Square square) { return static_cast<std::size_t>(square.index()); }

}  // namespace tables

inline Bitboard knight_attacks(Square square) { return tables::kKnightAttacks[tables::at(square)]; }
inline Bitboard king_attacks(Square square) { return tables::kKingAttacks[tables::at(square)]; }
inline Bitboard pawn_attacks(Color color, Square square) {
  return tables::kPawnAttacks[index_of(color)][tables::at(square)];
}
inline Bitboard rook_attacks(Square square, Bitboard occupied) {
  return tables::kSliderAttacks[tables::kRookMagics[tables::at(square)].slot(occupied)];
}
inline Bitboard bishop_attacks(Square square, Bitboard occupied) {
  return tables::kSliderAttacks[tables::kBishopMagics[tables::at(square)].slot(occupied)];
}
inline Bitboard queen_attacks(Square square, Bitboard occupied) {
  return rook_attacks(square, occupied) | bishop_attacks(square, occupied);
}

// What a slider would attack on an empty board.
inline Bitboard rook_rays(Square square) { return tables::kRookRays[tables::at(square)]; }
inline Bitboard bishop_rays(Square square) { return tables::kBishopRays[tables::at(square)]; }

// Attacks of any piece but a pawn, whose attacks depend on its colour.
inline Bitboard piece_attacks(PieceType type, Square square, Bitboard occupied) {
  switch (type) {
    case PieceType::Knight: return knight_attacks(square);
    case PieceType::Bishop: return bishop_attacks(square, occupied);
    case PieceType::Rook: return rook_attacks(square, occupied);
    case PieceType::Queen: return queen_attacks(square, occupied);
    case PieceType::King: return king_attacks(square);
    case PieceType::Pawn:
    case PieceType::None: break;
  }
  assert(false && "pawns have their own function");
  return Bitboard();
}

// The squares strictly between two squares of one rank, file or diagonal; empty otherwise.
inline Bitboard between(Square a, Square b) { return tables::kBetween[tables::at(a)][tables::at(b)]; }
// The whole rank, file or diagonal through both squares, edge to edge; empty where there is none.
inline Bitboard line(Square a, Square b) { return tables::kLine[tables::at(a)][tables::at(b)]; }

// Attacks of all pawns at once.
template <Color Us>
constexpr Bitboard pawn_attacks(Bitboard pawns) {
  return Us == Color::White ? pawns.shifted<7>() | pawns.shifted<9>() : pawns.shifted<-7>() | pawns.shifted<-9>();
}

}  // namespace rocada::chess
