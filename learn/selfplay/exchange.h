// Static exchange evaluation, as the engine's own (chess/see.h).
#pragma once

#include "chess/see.h"
#include "selfplay/position.h"

namespace rocada::selfplay {

ROCADA_PORTABLE constexpr int exchange_value(int code) {
  return code == kPawn     ? chess::kExchangeValues[0]
         : code == kKnight ? chess::kExchangeValues[1]
         : code == kBishop ? chess::kExchangeValues[2]
         : code == kRook   ? chess::kExchangeValues[3]
         : code == kQueen  ? chess::kExchangeValues[4]
         : code == kKing   ? chess::kExchangeValues[5]
                           : 0;
}

// Does the exchange begun by this legal move gain at least `threshold`?
ROCADA_PORTABLE inline bool exchange_gains(const Position& position, chess::Move move, int threshold) {
  if (move.is_castling()) return threshold <= 0;
  const int to = move.to().index();
  Bits occupied = (position.occupied() & ~bit(move.from().index())) | bit(to);
  int standing = position.code_on(move.from().index());
  int balance = exchange_value(position.captured_by(move)) - threshold;
  if (move.is_en_passant()) occupied ^= bit(to - forward(position.side));
  if (move.is_promotion()) {
    standing = static_cast<int>(move.promotion_type()) + 1;
    balance += exchange_value(standing) - exchange_value(kPawn);
  }
  if (balance < 0) return false;  // not even if nothing is taken back
  balance -= exchange_value(standing);
  if (balance >= 0) return true;  // even if the piece is lost for nothing

  Bits attackers = position.attackers_to(to, occupied) & occupied;
  int side = position.side ^ 1;
  ROCADA_ROLLED
  while (true) {
    const Bits ours = attackers & position.of(side);
    if (ours == 0) break;
    int code = kPawn;
    ROCADA_ROLLED
    while ((ours & position.with(code)) == 0) ++code;
    occupied ^= bit(first(ours & position.with(code)));
    attackers |= bishop_attacks(to, occupied) & position.diagonal_sliders();
    attackers |= rook_attacks(to, occupied) & position.straight_sliders();
    attackers &= occupied;
    // A king takes only what nobody defends.
    if (code == kKing && (attackers & position.of(side ^ 1)) != 0) break;
    side ^= 1;
    balance = -balance - 1 - exchange_value(code);
    if (balance >= 0) break;  // ahead even after losing the piece it took with
  }
  return side != position.side;
}

}  // namespace rocada::selfplay
