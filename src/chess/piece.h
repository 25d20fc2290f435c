// Piece types and coloured pieces, with their letters and names.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "chess/color.h"

namespace rocada::chess {

enum class PieceType : std::uint8_t { Pawn, Knight, Bishop, Rook, Queen, King, None };

inline constexpr std::array kPieceTypes = {PieceType::Pawn, PieceType::Knight, PieceType::Bishop,
                                           PieceType::Rook, PieceType::Queen,  PieceType::King};
inline constexpr std::array kPromotionTypes = {PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight};

constexpr std::size_t index_of(PieceType type) { return static_cast<std::size_t>(type); }

constexpr std::string_view name_of(PieceType type) {
  constexpr std::array<std::string_view, 7> kNames = {"pawn", "knight", "bishop", "rook", "queen", "king", "nothing"};
  return kNames[index_of(type)];
}

// The letter of FEN and SAN, upper case.
constexpr char letter_of(PieceType type) { return "PNBRQK."[index_of(type)]; }

constexpr std::optional<PieceType> piece_type_from_letter(char letter) {
  for (const PieceType type : kPieceTypes) {
    if (letter == letter_of(type) || letter == letter_of(type) - 'A' + 'a') return type;
  }
  return std::nullopt;
}

// A piece of one colour, or no piece: what stands on a square. One byte, usable as a table index.
class Piece {
 public:
  static constexpr std::size_t kCount = 12;

  constexpr Piece() = default;  // no piece
  constexpr Piece(Color color, PieceType type)
      : index_(static_cast<std::uint8_t>(2 * index_of(type) + index_of(color))) {}

  constexpr Color color() const { return static_cast<Color>(index_ & 1); }
  constexpr PieceType type() const { return static_cast<PieceType>(index_ >> 1); }
  constexpr std::size_t index() const { return index_; }
  constexpr bool is_none() const { return index_ == kCount; }
  friend constexpr bool operator==(Piece, Piece) = default;

  // FEN letter: upper case for White.
  constexpr char letter() const {
    const char upper = letter_of(type());
    return color() == Color::White || is_none() ? upper : static_cast<char>(upper - 'A' + 'a');
  }
  static constexpr std::optional<Piece> from_letter(char letter) {
    const auto type = piece_type_from_letter(letter);
    if (!type) return std::nullopt;
    return Piece(letter == letter_of(*type) ? Color::White : Color::Black, *type);
  }

 private:
  std::uint8_t index_ = kCount;
};

}  // namespace rocada::chess
