// Files, ranks and squares. a1 is 0, b1 is 1, h8 is 63.
#pragma once

#include <cassert>
#include <compare>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "chess/color.h"

namespace rocada::chess {

class File {
 public:
  explicit constexpr File(int index) : index_(static_cast<std::uint8_t>(index)) { assert(index >= 0 && index < 8); }
  constexpr int index() const { return index_; }
  constexpr char letter() const { return static_cast<char>('a' + index_); }
  static constexpr std::optional<File> parse(char letter) {
    if (letter < 'a' || letter > 'h') return std::nullopt;
    return File(letter - 'a');
  }
  friend constexpr auto operator<=>(File, File) = default;

 private:
  std::uint8_t index_;
};

class Rank {
 public:
  explicit constexpr Rank(int index) : index_(static_cast<std::uint8_t>(index)) { assert(index >= 0 && index < 8); }
  // The rank as `color` counts: the first is where its king starts, the eighth where its pawns promote.
  static constexpr Rank relative(Color color, int index) { return Rank(color == Color::White ? index : 7 - index); }
  constexpr int index() const { return index_; }
  constexpr char letter() const { return static_cast<char>('1' + index_); }
  static constexpr std::optional<Rank> parse(char letter) {
    if (letter < '1' || letter > '8') return std::nullopt;
    return Rank(letter - '1');
  }
  friend constexpr auto operator<=>(Rank, Rank) = default;

 private:
  std::uint8_t index_;
};

inline constexpr File kFileA{0}, kFileB{1}, kFileC{2}, kFileD{3}, kFileE{4}, kFileF{5}, kFileG{6}, kFileH{7};

class Square {
 public:
  constexpr Square() = default;  // a1
  static constexpr Square at(File file, Rank rank) { return Square(file.index() + 8 * rank.index()); }
  static constexpr Square from_index(int index) { return Square(index); }
  static constexpr std::optional<Square> parse(std::string_view text) {
    if (text.size() != 2) return std::nullopt;
    const auto file = File::parse(text[0]);
    const auto rank = Rank::parse(text[1]);
    if (!file || !rank) return std::nullopt;
    return at(*file, *rank);
  }

  constexpr File file() const { return File(index_ & 7); }
  constexpr Rank rank() const { return Rank(index_ >> 3); }
  constexpr int index() const { return index_; }
  // The square `offset` further on in a1..h8 order: 8 is one rank up. The caller knows it stays on the board.
  constexpr Square offset(int offset) const { return Square(index_ + offset); }
  std::string text() const { return {file().letter(), rank().letter()}; }
  friend constexpr bool operator==(Square, Square) = default;

 private:
  explicit constexpr Square(int index) : index_(static_cast<std::uint8_t>(index)) { assert(index >= 0 && index < 64); }
  std::uint8_t index_ = 0;
};

// How far one square forward is, for `color`'s pawns.
constexpr int forward(Color color) { return color == Color::White ? 8 : -8; }

}  // namespace rocada::chess
