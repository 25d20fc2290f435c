#include "chess/draw.h"

#include "chess/movegen.h"

namespace rocada::chess {

bool is_insufficient_material(const Position& position) {
  const Bitboard kings = position.pieces(PieceType::King);
  if (position.occupied() == kings) return true;
  if (position.rules().only_bare_kings_are_dead) return false;
  const Bitboard bishops = position.pieces(PieceType::Bishop);
  const Bitboard knights = position.pieces(PieceType::Knight);
  if (position.occupied() != (kings | bishops | knights)) return false;
  if ((bishops | knights).exactly_one()) return true;
  return knights.empty() && ((bishops & kLightSquares).empty() || kLightSquares.contains(bishops));
}

bool is_fifty_move_draw(const Position& position) {
  return position.fifty_move_count() >= kFiftyMovePlies && (!position.in_check() || has_legal_move(position));
}

int count_earlier_occurrences(std::span<const Key> keys, int reversible_plies) {
  const auto last = static_cast<std::ptrdiff_t>(keys.size()) - 1;
  int count = 0;
  // Nothing can come back sooner than after two moves of each side.
  for (std::ptrdiff_t back = 4; back <= reversible_plies && back <= last; back += 2) {
    if (keys[static_cast<std::size_t>(last - back)] == keys[static_cast<std::size_t>(last)]) ++count;
  }
  return count;
}

Ending ending_on_board(const Position& position) {
  if (position.is_decided_by_checks()) return Ending::ChecksGiven;
  if (!has_legal_move(position)) return position.in_check() ? Ending::Checkmate : Ending::Stalemate;
  if (position.rules().dead_material_ends_game && is_insufficient_material(position)) {
    return Ending::InsufficientMaterial;
  }
  if (is_fifty_move_draw(position)) return Ending::FiftyMoves;
  return Ending::None;
}

}  // namespace rocada::chess
