// What scores mean with the networks named here. Written by learn/fit-wdl (learn/README.md), not by hand.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace rocada::eval::wdl_params {

struct Network {
  std::string_view name;
  std::uint64_t checksum;
};

// The score with which every second game is won, and over how much of it the odds change by a factor of e. They hold
// with so many pieces on the board; in between both go in straight lines.
struct Knot {
  double pieces;
  double even_chance;
  double spread;
};

inline constexpr Network kChessNetwork = {"seventh", 0x6b23b1a2c5ee085e};
inline constexpr int kChessFadePerPiece = 14;  // as in evaluator.h
inline constexpr std::array<Knot, 5> kChess = {{
    {6, 313.8, 68.9},
    {12, 273.3, 74.0},
    {18, 233.3, 90.4},
    {24, 205.0, 99.6},
    {30, 186.5, 103.5},
}};

inline constexpr Network kThreeCheckNetwork = {"first-3check", 0xbf3bd4553ace6194};
inline constexpr std::array<Knot, 1> kThreeCheck = {{
    {32, 99.4, 126.7},
}};

}  // namespace rocada::eval::wdl_params
