#include "chess/see.h"

namespace rocada::chess {

namespace {

struct Attacker {
  Square square;
  PieceType type;
};

Attacker least_valuable(const Position& position, Bitboard attackers) {
  for (const PieceType type : kPieceTypes) {
    if (const Bitboard of_type = attackers & position.pieces(type); of_type.any()) return {of_type.first(), type};
  }
  assert(false && "asked of an empty set");
  return {};
}

}  // namespace

bool see_at_least(const Position& position, Move move, int threshold) {
  if (move.is_castling()) return threshold <= 0;
  const Square to = move.to();
  Bitboard occupied = (position.occupied() - Bitboard(move.from())) | to;
  PieceType standing = position.piece_on(move.from()).type();  // the piece on the square, next to be taken
  int balance = exchange_value(position.piece_on(to).type()) - threshold;
  if (move.is_en_passant()) {
    balance += exchange_value(PieceType::Pawn);
    occupied ^= to.offset(-forward(position.side_to_move()));
  }
  if (move.is_promotion()) {
    standing = move.promotion_type();
    balance += exchange_value(standing) - exchange_value(PieceType::Pawn);
  }
  if (balance < 0) return false;  // not even if nothing is taken back
  balance -= exchange_value(standing);
  if (balance >= 0) return true;  // even if the piece is lost for nothing

  const Bitboard diagonal_sliders = position.pieces(PieceType::Bishop, PieceType::Queen);
  const Bitboard straight_sliders = position.pieces(PieceType::Rook, PieceType::Queen);
  Bitboard attackers = position.attackers_to(to, occupied) & occupied;
  Color side = ~position.side_to_move();
  // `balance` is what the side that has just taken is ahead of its goal if the game on this square ends in its loss of
  // the standing piece; it is negative here, so the other side is satisfied if it takes and nothing follows.
  while (true) {
    const Bitboard ours = attackers & position.pieces(side);
    if (ours.empty()) break;
    const Attacker next = least_valuable(position, ours);
    occupied ^= next.square;
    if (next.type == PieceType::Pawn || next.type == PieceType::Bishop || next.type == PieceType::Queen) {
      attackers |= bishop_attacks(to, occupied) & diagonal_sliders;
    }
    if (next.type == PieceType::Rook || next.type == PieceType::Queen) {
      attackers |= rook_attacks(to, occupied) & straight_sliders;
    }
    attackers &= occupied;
    // A king takes only what nobody defends.
    if (next.type == PieceType::King && (attackers & position.pieces(~side)).any()) break;
    side = ~side;
    balance = -balance - 1 - exchange_value(next.type);
    if (balance >= 0) break;  // ahead even after losing the piece it took with: the other side stops
  }
  // The side to move now is the one that could not, or need not, go on; the mover wins the exchange if it is the enemy.
  return side != position.side_to_move();
}

}  // namespace rocada::chess
