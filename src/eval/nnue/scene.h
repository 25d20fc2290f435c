// Scene: all that the network sees of a position, small enough to keep many and quick to compare.
//
// A plain value, the same for both sides' views.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "chess/bitboard.h"
#include "chess/color.h"
#include "chess/piece.h"
#include "chess/position.h"
#include "chess/square.h"
#include "eval/nnue/game_states.h"
#include "eval/nnue/standings.h"

namespace rocada::eval::nnue {

class Scene {
 public:
  Scene() = default;  // the empty board in a game's first state
  explicit Scene(const chess::Position& position) : standings_(position) {
    using enum chess::PieceType;
    const chess::Bitboard empty = ~position.occupied();
    types_ = {position.pieces(Knight, Rook) | position.pieces(King), position.pieces(Bishop, Rook) | empty,
              position.pieces(Queen, King) | empty};
    black_ = position.pieces(chess::Color::Black);
    for (const chess::Color side : chess::kColors) states_[side] = static_cast<std::uint8_t>(state_of(position, side));
  }

  chess::Piece piece_on(chess::Square square) const {
    unsigned type = 0;
    for (std::size_t i = 0; i < types_.size(); ++i) type |= (types_[i].has(square) ? 1U : 0U) << i;
    return {black_.has(square) ? chess::Color::Black : chess::Color::White, static_cast<chess::PieceType>(type)};
  }
  Standing standing_on(chess::Square square) const { return standings_.on(square); }
  // Of the game, as `side` sees it (game_states.h).
  std::size_t state(chess::Color side) const { return states_[side]; }

  // The squares where they have not the same piece, or it does not stand in the same way.
  friend chess::Bitboard differences(const Scene& a, const Scene& b) {
    chess::Bitboard squares = differences(a.standings_, b.standings_) | (a.black_ ^ b.black_);
    for (std::size_t i = 0; i < a.types_.size(); ++i) squares |= a.types_[i] ^ b.types_[i];
    return squares;
  }

 private:
  // Bits of each square's PieceType: PieceType::None all over an empty board.
  std::array<chess::Bitboard, 3> types_ = {chess::Bitboard(), chess::Bitboard::all(), chess::Bitboard::all()};
  chess::Bitboard black_;
  Standings standings_;
  chess::PerColor<std::uint8_t> states_;
};

}  // namespace rocada::eval::nnue
