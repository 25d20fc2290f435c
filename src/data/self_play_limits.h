// How the games that Rocada plays against itself begin, how long they may last and how long it may think in them. On a
// GPU, too.
#pragma once

#include <cstddef>
#include <cstdint>

#include "eval/score.h"
#include "search/limits.h"

namespace rocada::data {

inline constexpr std::size_t kSelfPlayHashMib = 4;
inline constexpr int kMostPlies = 400;      // then it is a draw
inline constexpr int kHardLimitFactor = 8;  // of the nodes after which no further depth is begun

// Names the rules in this file, so that games are added to a file by the same ones only: one more for each change.
inline constexpr int kSelfPlayRules = 2;

// Games to learn from begin with moves at random, and only where a search then finds nobody far ahead.
inline constexpr std::uint32_t kFewestOpeningPlies = 8;  // or one more, so that either side may be to move
// Nearly even games teach most about positions with many pieces. What 3-check's wilder ones want has not been asked.
constexpr eval::Score most_opening_score(bool checks_count) { return checks_count ? 1000 : 250; }
inline constexpr int kOpeningSearchFactor = 4;    // of the nodes of a move
inline constexpr int kUsualPlayedOutPercent = 5;  // of the games, to show how won ones are won

// No further depth is begun after so many nodes.
inline search::Limits soft_limit(std::uint64_t nodes) {
  search::Limits limits;
  limits.soft_nodes = nodes;
  limits.nodes = nodes * kHardLimitFactor;
  return limits;
}

}  // namespace rocada::data
