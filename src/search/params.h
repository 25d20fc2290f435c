// Every number the search uses, by name.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "eval/score.h"

namespace rocada::search::params {

using eval::Score;

// Aspiration: the window around the last score, and how fast it grows after a miss.
inline constexpr int kAspirationMinDepth = 5;
inline constexpr Score kAspirationWindow = 25;
inline constexpr Score kAspirationGrowth = 3;

// Reverse futility: a quiet node this far above beta stays above it.
inline constexpr int kReverseFutilityMaxDepth = 6;
inline constexpr Score kReverseFutilityMargin = 90;  // a ply

// Null move: how much shallower the test is.
inline constexpr int kNullMoveMinDepth = 3;
inline constexpr int kNullMoveReduction = 3;
inline constexpr int kNullMoveDepthDivisor = 4;

// Late quiet moves at shallow depth are left out, or searched less deep.
inline constexpr int kLateMovePruningMaxDepth = 4;
inline constexpr int kLateMovePruningBase = 4;
inline constexpr int kReductionMinDepth = 3;
inline constexpr int kReductionMinMove = 3;
inline constexpr double kReductionBase = 0.5;
inline constexpr double kReductionDivisor = 2.2;

// The natural logarithm by halving and squaring: the same to the last bit with every compiler, so that searches are
// too.
constexpr double logarithm(double number) {
  constexpr double kLogOfTwo = 0.693147180559945309;
  double result = 0;
  for (; number >= 2; number /= 2) result += kLogOfTwo;
  double bit = kLogOfTwo / 2;
  for (int i = 0; i < 40; ++i, bit /= 2) {
    number *= number;
    if (number >= 2) {
      number /= 2;
      result += bit;
    }
  }
  return result;
}

// In plies, by depth and number of the move; both beyond the table count as its last.
inline constexpr auto kReductions = [] {
  std::array<std::array<std::int8_t, 64>, 64> table{};
  std::array<double, 64> logarithms{};
  for (std::size_t i = 1; i < 64; ++i) logarithms[i] = logarithm(static_cast<double>(i));
  for (std::size_t depth = 1; depth < 64; ++depth) {
    for (std::size_t number = 1; number < 64; ++number) {
      table[depth][number] =
          static_cast<std::int8_t>(kReductionBase + logarithms[depth] * logarithms[number] / kReductionDivisor);
    }
  }
  return table;
}();

constexpr int late_move_reduction(int depth, int number) {
  return kReductions[static_cast<std::size_t>(std::min(depth, 63))][static_cast<std::size_t>(std::min(number, 63))];
}

// Futility of quiet moves far below alpha.
inline constexpr int kFutilityMaxDepth = 4;
inline constexpr Score kFutilityMargin = 120;  // a ply
inline constexpr Score kFutilityBase = 80;

// Quiescence: a capture that cannot bring the score near alpha is left out.
inline constexpr Score kDeltaMargin = 200;

// History: counters stay within this bound.
inline constexpr int kHistoryLimit = 16384;
inline constexpr int kHistoryBonusPerPly = 64;

// Tablebases at the root: for so many plies without capture or pawn move a won game may be won in any way; and it must
// be converted before this count, one ply early because the tables round.
inline constexpr int kLeisurePlies = 20;
inline constexpr int kLatestConversion = 100;

// The only move there is gets this much thought on the clock: enough to guess the reply.
inline constexpr int kForcedMoveDepth = 3;

// When to speak of single root moves and of missed windows: short searches would only flood the GUI.
inline constexpr int kCurrentMoveAfterMs = 3000;
inline constexpr int kBoundsAfterMs = 1000;

}  // namespace rocada::search::params
