// Is this move legal, and if not, why not, in words a person understands.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "chess/move.h"
#include "chess/position.h"
#include "util/result.h"

namespace rocada::chess {

// For moves of any origin (a hash table, a file): true exactly for the moves the generator gives.
bool is_legal(const Position& position, Move move);

// Does this legal move give check?
bool gives_check(const Position& position, Move move);

// From where each kind of the side to move's pieces would attack the enemy king, and which of them open a line to it by
// leaving: for the many moves of one position, checks at a glance.
class CheckSquares {
 public:
  explicit CheckSquares(const Position& position) {
    const Color us = position.side_to_move();
    const Square king = position.king(~us);
    const Bitboard straight = rook_attacks(king, position.occupied());
    const Bitboard diagonal = bishop_attacks(king, position.occupied());
    by_type_ = {pawn_attacks(~us, king), knight_attacks(king), diagonal, straight, straight | diagonal, Bitboard()};
    const Bitboard sliders = (rook_rays(king) & position.pieces(us, PieceType::Rook, PieceType::Queen)) |
                             (bishop_rays(king) & position.pieces(us, PieceType::Bishop, PieceType::Queen));
    for (const Square slider : sliders) {
      const Bitboard blockers = between(king, slider) & position.occupied();
      if (blockers.exactly_one()) openers_ |= blockers & position.pieces(us);
    }
  }
  // Would a piece of this kind on this square attack the king?
  bool has(PieceType type, Square to) const { return by_type_[index_of(type)].has(to); }
  Bitboard openers() const { return openers_; }

 private:
  std::array<Bitboard, 6> by_type_;
  Bitboard openers_{};
};

// The same, sooner where several moves of the position are asked for.
inline bool gives_check(const Position& position, Move move, const CheckSquares& squares) {
  if (move.kind() != Move::Kind::Normal) return gives_check(position, move);
  const Square from = move.from();
  return squares.has(position.piece_on(from).type(), move.to()) ||
         (squares.openers().has(from) && !line(position.king(~position.side_to_move()), from).has(move.to()));
}

// What somebody tries to play: two squares, and a piece when it is a promotion. Castling as king-takes-rook or as the
// king's own step to its castled square.
struct MoveAttempt {
  Square from;
  Square to;
  std::optional<PieceType> promotion;
};

// The legal move that is meant, or the reason there is none: "the bishop on c4 is pinned to the king on e1 by the queen
// on e7".
util::Result<Move> find_legal_move(const Position& position, const MoveAttempt& attempt);

// Castling to one side, or the reason it is not possible now.
util::Result<Move> find_legal_castling(const Position& position, CastlingSide side);

}  // namespace rocada::chess
