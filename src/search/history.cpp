#include "search/history.h"

namespace rocada::search {

using chess::Move;
using chess::Piece;
using chess::Position;
using chess::Square;

int History::quiet_for_pruning(const Position& position, Move move, const Circumstances& around) const {
  const Piece piece = position.piece_on(move.from());
  int total = pawn_table(position).of(piece, move.to());
  for (std::size_t i = 0; i < params::kContinuationsForPruning; ++i) {
    if (around.continuations[i] != nullptr) total += around.continuations[i]->of(piece, move.to());
  }
  return total;
}

int History::quiet(const Position& position, Move move, const Circumstances& around) const {
  const Piece piece = position.piece_on(move.from());
  int total = params::kButterflyWeight * butterfly(position.side_to_move(), move, around.attacks.by_all) +
              params::kPawnHistoryWeight * pawn_table(position).of(piece, move.to());
  for (std::size_t i = 0; i < around.continuations.size(); ++i) {
    const PieceToTable* const table = around.continuations[i];
    if (table != nullptr) total += params::kContinuationWeights[i] * table->of(piece, move.to());
  }
  return total / params::kHistoryWeightGrain;
}

int History::capture(const Position& position, Move move) const { return capture_counter(position, move); }

void History::update_quiet(const Position& position, Move move, const Circumstances& around, int bonus) {
  const Piece piece = position.piece_on(move.from());
  butterfly(position.side_to_move(), move, around.attacks.by_all).add(bonus);
  pawn_table(position).of(piece, move.to()).add(bonus);
  update_continuations(piece, move.to(), around.continuations, bonus);
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
