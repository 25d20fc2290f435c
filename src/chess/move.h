// A move in 16 bits: from (6), to (6), promotion (2), kind (2). It makes sense only together with its position.
//
// Castling is always written king-takes-own-rook: the one form that is unambiguous in Chess960. Text differs, see
// notation.h.
#pragma once

#include <cstdint>

#include "chess/piece.h"
#include "chess/square.h"
#include "util/static_vector.h"

namespace rocada::chess {

class Move {
 public:
  enum class Kind : std::uint8_t { Normal, Promotion, EnPassant, Castling };

  constexpr Move() = default;  // none: a1a1, never legal
  static constexpr Move normal(Square from, Square to) { return Move(from, to, 0, Kind::Normal); }
  static constexpr Move promotion(Square from, Square to, PieceType type) {
    return Move(from, to, static_cast<int>(type) - static_cast<int>(PieceType::Knight), Kind::Promotion);
  }
  static constexpr Move en_passant(Square from, Square to) { return Move(from, to, 0, Kind::EnPassant); }
  static constexpr Move castling(Square king, Square rook) { return Move(king, rook, 0, Kind::Castling); }
  static constexpr Move none() { return {}; }
  static constexpr Move from_code(std::uint16_t code) {
    Move move;
    move.code_ = code;
    return move;
  }

  constexpr Square from() const { return Square::from_index(code_ & 63); }
  constexpr Square to() const { return Square::from_index(code_ >> 6 & 63); }
  constexpr Kind kind() const { return static_cast<Kind>(code_ >> 14); }
  constexpr bool is_none() const { return code_ == 0; }
  constexpr bool is_promotion() const { return kind() == Kind::Promotion; }
  constexpr bool is_en_passant() const { return kind() == Kind::EnPassant; }
  constexpr bool is_castling() const { return kind() == Kind::Castling; }
  // The piece promoted to; meaningful for promotions only.
  constexpr PieceType promotion_type() const {
    return static_cast<PieceType>((code_ >> 12 & 3) + static_cast<int>(PieceType::Knight));
  }
  constexpr std::uint16_t code() const { return code_; }
  friend constexpr bool operator==(Move, Move) = default;

 private:
  constexpr Move(Square from, Square to, int promotion, Kind kind)
      : code_(static_cast<std::uint16_t>(from.index() | to.index() << 6 | promotion << 12 |
                                         static_cast<int>(kind) << 14)) {}

  std::uint16_t code_ = 0;
};

// Room for any position at all, even a board full of queens. The squares have 420 neighbours together. Lines lead to a
// square from no more sides than it has neighbours, and to none that an own piece stands on. From there a king, a
// knight or a pawn has no more moves than neighbours, but for two by castling, and for pawns that promote: 12 instead
// of 8, and there is room for eight of them. So there are never more than 420 + 2 + 8 * 4 moves.
using MoveList = util::StaticVector<Move, 512>;

}  // namespace rocada::chess
