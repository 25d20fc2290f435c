// What scores mean with the network named here. Written by learn/fit-wdl (learn/README.md), not by hand.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace rocada::eval::wdl_params {

inline constexpr std::string_view kNetwork = "fifth";
inline constexpr std::uint64_t kNetworkChecksum = 0x71f8c67120e6b656;

// The score with which every second game is won, and over how much of it the odds change by a factor of e. They hold
// with so many pieces on the board; in between both go in straight lines.
struct Knot {
  double pieces;
  double even_chance;
  double spread;
};

inline constexpr std::array<Knot, 5> kChess = {{
    {6, 409.9, 47.3},
    {12, 333.5, 66.8},
    {18, 251.7, 82.4},
    {24, 193.8, 90.6},
    {30, 156.5, 89.9},
}};
inline constexpr std::array<Knot, 1> kThreeCheck = {{
    {32, 17.8, 136.4},
}};

}  // namespace rocada::eval::wdl_params
