// Every number the search uses, by name.
#pragma once

#include "eval/score.h"

namespace rocada::search::params {

using eval::Score;

// Aspiration: the window around the last score, and how fast it grows after a miss.
inline constexpr int kAspirationMinDepth = 5;
inline constexpr Score kAspirationWindow = 25;

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

// When to speak of single root moves and of missed windows: short searches would only flood the GUI.
inline constexpr int kCurrentMoveAfterMs = 3000;
inline constexpr int kBoundsAfterMs = 1000;

}  // namespace rocada::search::params
