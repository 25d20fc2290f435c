#include "search/history.h"

namespace rocada::search {

using chess::Move;
using chess::Piece;
using chess::Position;
using chess::Square;

int History::in_context(const Position& position, Move move, const Continuations& continuations) const {
  const Piece piece = position.piece_on(move.from());
  int total = pawn_table(position).of(piece, move.to());
  for (std::size_t i = 0; i < 2; ++i) {
    if (continuations[i] != nullptr) total += continuations[i]->of(piece, move.to());
  }
  return total;
}

int History::quiet(const Position& position, Move move, const Continuations& continuations) const {
  const Piece piece = position.piece_on(move.from());
  int total =
      params::kButterflyWeight * butterfly(position.side_to_move(), move) + pawn_table(position).of(piece, move.to());
  for (std::size_t i = 0; i < continuations.size(); ++i) {
    if (continuations[i] != nullptr) total += params::kContinuationWeights[i] * continuations[i]->of(piece, move.to());
  }
  return total;
}

int History::capture(const Position& position, Move move) const { return capture_counter(position, move); }

void History::update_quiet(const Position& position, Move move, const Continuations& continuations, int bonus) {
  const Piece piece = position.piece_on(move.from());
  butterfly(position.side_to_move(), move).add(bonus);
  pawn_table(position).of(piece, move.to()).add(bonus);
  update_continuations(piece, move.to(), continuations, bonus);
}

void History::update_continuations(Piece piece, Square to, const Continuations& continuations, int bonus) {
  for (PieceToTable* table : continuations) {
    if (table != nullptr) table->of(piece, to).add(bonus);
  }
}

void History::update_capture(const Position& position, Move move, int bonus) {
  capture_counter(position, move).add(bonus);
}

}  // namespace rocada::search
