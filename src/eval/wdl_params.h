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

inline constexpr Network kChessNetwork = {"eighth", 0xd88a36e28d2b9deb};
inline constexpr int kChessFullBoard = 1280;  // as in evaluator.h
inline constexpr int kChessFadePerPiece = 12;
inline constexpr std::array<Knot, 5> kChess = {{
    {6, 325.7, 61.8},
    {12, 288.0, 82.0},
    {18, 246.9, 70.3},
    {24, 210.9, 77.3},
    {30, 183.9, 89.7},
}};

inline constexpr Network kThreeCheckNetwork = {"first-3check", 0xbf3bd4553ace6194};
inline constexpr std::array<Knot, 1> kThreeCheck = {{
    {32, 99.4, 126.7},
}};

}  // namespace rocada::eval::wdl_params
