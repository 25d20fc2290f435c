#include "search/move_picker.h"

#include <utility>

#include "chess/see.h"

namespace rocada::search {

using chess::Move;
using chess::Position;

namespace {

// Groups far enough apart that no score within one reaches the next.
constexpr int kTableMove = 4'000'000;
constexpr int kGoodCapture = 2'000'000;
constexpr int kKiller = 1'000'000;
constexpr int kBadCapture = -2'000'000;

}  // namespace

MovePicker::MovePicker(const Position& position, Move table_move, const Killers& killers, const History& history) {
  chess::generate_moves<chess::MoveKinds::All>(position, moves_);
  score(position, table_move, killers, history);
}

MovePicker::MovePicker(const Position& position, const History& history) {
  chess::generate_moves<chess::MoveKinds::Noisy>(position, moves_);
  score(position, Move::none(), {}, history);
}

void MovePicker::score(const Position& position, Move table_move, const Killers& killers, const History& history) {
  const chess::Color us = position.side_to_move();
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    const Move move = moves_[i];
    const bool captures = move.is_en_passant() || (!move.is_castling() && !position.is_empty(move.to()));
    int& value = scores_[i];
    if (move == table_move) {
      value = kTableMove;
    } else if (captures || move.is_promotion()) {
      const chess::PieceType victim =
          move.is_en_passant() ? chess::PieceType::Pawn : position.piece_on(move.to()).type();
      const chess::PieceType attacker = position.piece_on(move.from()).type();
      value = chess::see_at_least(position, move, 0) ? kGoodCapture : kBadCapture;
      // The most valuable victim first, and of its attackers the least valuable.
      if (!move.is_castling())
        value += 16 * chess::exchange_value(victim) - static_cast<int>(chess::index_of(attacker));
      if (move.is_promotion()) value += chess::exchange_value(move.promotion_type());
    } else if (move == killers[0] || move == killers[1]) {
      value = kKiller + (move == killers[0] ? 1 : 0);
    } else {
      value = history.of(us, move);
    }
  }
}

Move MovePicker::next() {
  if (next_ == moves_.size()) return Move::none();
  std::size_t best = next_;
  for (std::size_t i = next_ + 1; i < moves_.size(); ++i) {
    if (scores_[i] > scores_[best]) best = i;
  }
  std::swap(moves_[next_], moves_[best]);
  std::swap(scores_[next_], scores_[best]);
  return moves_[next_++];
}

}  // namespace rocada::search
