// Every number the search uses, by name. Scores are centipawns, depths plies.
#pragma once

namespace rocada::selfplay::params {

inline constexpr int kMaxDepth = 60;

// Aspiration: the window around the last score, doubled after a miss.
inline constexpr int kAspirationMinDepth = 4;
inline constexpr int kAspirationWindow = 27;

// A side in check is searched deeper, on lines no longer than this many times the depth.
inline constexpr int kExtensionPlyFactor = 3;

// Reverse futility: a quiet node this far above beta stays above it.
inline constexpr int kReverseFutilityMaxDepth = 6;
inline constexpr int kReverseFutilityMargin = 71;  // a ply

// Razoring: a node this far below alpha is left to the captures.
inline constexpr int kRazoringMaxDepth = 1;
inline constexpr int kRazoringMargin = 271;  // a ply

inline constexpr int kNullMoveMinDepth = 5;
inline constexpr int kNullMoveReduction = 3;
inline constexpr int kNullMoveDepthDivisor = 4;
inline constexpr int kNullMoveScoreDivisor = 194;
inline constexpr int kNullMoveMaxScoreReduction = 3;

// Without a move to begin with, a deep search is not worth its price.
inline constexpr int kIterativeReductionMinDepth = 4;

// Late moves are left out after so many sixteenths, halved where the side is not improving.
inline constexpr int kLateMoveUnit = 16;
inline constexpr int kLateMoveMaxDepth = 7;
inline constexpr int kLateMoveBase = 97;
inline constexpr int kLateMoveFactor = 17;  // times the depth squared

// So are quiet moves that lose material.
inline constexpr int kQuietExchangeMaxDepth = 6;
inline constexpr int kQuietExchangeMargin = -55;  // a ply

// Quiet moves far below alpha.
inline constexpr int kFutilityMaxDepth = 6;
inline constexpr int kFutilityBase = 103;
inline constexpr int kFutilityMargin = 57;  // a ply

inline constexpr int kLosingCaptureMaxDepth = 4;

// Late move reductions, in 1/1024 of a ply.
inline constexpr int kReductionUnit = 1024;
inline constexpr int kReductionFraction = 64;  // what factors below are counted in
inline constexpr int kReductionMinDepth = 4;
inline constexpr int kReductionMinMoves = 2;
inline constexpr int kReductionBase = 796;
inline constexpr int kReductionFactor = 55;  // times the product of two logarithms, each in sixteenths
inline constexpr int kReductionPv = 1296;
inline constexpr int kReductionNotImproving = 947;
inline constexpr int kReductionInCheck = 818;
inline constexpr int kReductionChecking = 1208;
inline constexpr int kReductionHistory = 15;  // times the history

inline constexpr int kHistoryMax = 8192;
inline constexpr int kHistoryBonus = 22;  // times the depth squared
inline constexpr int kHistoryMaxBonus = 1735;

}  // namespace rocada::selfplay::params
