// How long the games that Rocada plays against itself may last, and how long it may think in them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "search/limits.h"

namespace rocada::data {

inline constexpr std::size_t kSelfPlayHashMib = 4;
inline constexpr std::uint64_t kOpeningSearchFactor = 4;  // of the nodes of a move
inline constexpr std::size_t kMostPlies = 400;            // then it is a draw

// No further depth is begun after so many nodes.
inline search::Limits soft_limit(std::uint64_t nodes) {
  constexpr std::uint64_t kHardLimitFactor = 8;
  search::Limits limits;
  limits.soft_nodes = nodes;
  limits.nodes = nodes * kHardLimitFactor;
  return limits;
}

}  // namespace rocada::data
