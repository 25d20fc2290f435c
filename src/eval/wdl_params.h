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

inline constexpr std::array<Knot, 2> kChess = {{
    {8, 320.0, 90.0},
    {32, 320.0, 90.0},
}};
inline constexpr std::array<Knot, 1> kThreeCheck = {{
    {32, 20.0, 250.0},
}};

}  // namespace rocada::eval::wdl_params
