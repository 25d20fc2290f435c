// The two sides.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rocada::chess {

enum class Color : std::uint8_t { White, Black };

inline constexpr std::array kColors = {Color::White, Color::Black};

constexpr Color operator~(Color color) { return color == Color::White ? Color::Black : Color::White; }
constexpr std::size_t index_of(Color color) { return static_cast<std::size_t>(color); }
constexpr std::string_view name_of(Color color) { return color == Color::White ? "white" : "black"; }

// One value for each side.
template <typename T>
class PerColor {
 public:
  constexpr T& operator[](Color color) { return values_[index_of(color)]; }
  constexpr const T& operator[](Color color) const { return values_[index_of(color)]; }
  friend constexpr bool operator==(const PerColor&, const PerColor&) = default;

 private:
  std::array<T, 2> values_{};
};

}  // namespace rocada::chess
