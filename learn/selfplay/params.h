// Every number the search uses, by name. Scores are centipawns, depths plies.
#pragma once

namespace rocada::selfplay::params {

inline constexpr int kMaxDepth = 60;

// Aspiration: the window around the last score, doubled after a miss.
inline constexpr int kAspirationMinDepth = 4;
inline constexpr int kAspirationWindow = 30;

// A side in check is searched deeper, on lines no longer than this many times the depth.
inline constexpr int kExtensionPlyFactor = 2;

// Reverse futility: a quiet node this far above beta stays above it.
inline constexpr int kReverseFutilityMaxDepth = 7;
inline constexpr int kReverseFutilityMargin = 70;  // a ply

// Razoring: a node this far below alpha is left to the captures.
inline constexpr int kRazoringMaxDepth = 3;
inline constexpr int kRazoringMargin = 240;  // a ply

inline constexpr int kNullMoveMinDepth = 3;
inline constexpr int kNullMoveReduction = 3;
inline constexpr int kNullMoveDepthDivisor = 3;
inline constexpr int kNullMoveScoreDivisor = 200;
inline constexpr int kNullMoveMaxScoreReduction = 3;

// Without a move to begin with, a deep search is not worth its price.
inline constexpr int kIterativeReductionMinDepth = 4;

// Late moves are left out after so many, halved where the side is not improving.
inline constexpr int kLateMoveMaxDepth = 6;
inline constexpr int kLateMoveBase = 6;

// Quiet moves far below alpha.
inline constexpr int kFutilityMaxDepth = 6;
inline constexpr int kFutilityBase = 80;
inline constexpr int kFutilityMargin = 80;  // a ply

inline constexpr int kLosingCaptureMaxDepth = 4;

// Late move reductions: the product of two logarithms, in sixteenths each, divided.
inline constexpr int kReductionMinDepth = 3;
inline constexpr int kReductionMinMoves = 2;
inline constexpr int kReductionBase = 900;
inline constexpr int kReductionDivisor = 1150;
inline constexpr int kReductionHistoryDivisor = 4096;

inline constexpr int kDeltaMargin = 160;  // in quiescence

inline constexpr int kHistoryMax = 8192;
inline constexpr int kHistoryBonus = 24;  // times the depth squared
inline constexpr int kHistoryMaxBonus = 1600;

}  // namespace rocada::selfplay::params
