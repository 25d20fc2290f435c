// Every number of the search that games could tune, by name.
//
// Scores are in units of the search (eval/wdl.h), depths plies, and reductions 1/1024 of a ply. What is no such number
// stands where it is used: a step of one ply, or of the two or three that an extension is named after; the hundred of a
// percent; that a side moves every other ply. So does the table of levels for weaker players, which is found as a whole
// (handicap.cpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "eval/score.h"
#include "util/clock.h"

namespace rocada::search::params {

using eval::Score;

// Between two scores: so much of the first, the rest of the second.
constexpr Score blend(Score first, Score second, int percent) {
  return (first * percent + second * (100 - percent)) / 100;
}

// Aspiration: the window around the last scores, wider where they are high, and how fast it grows after a miss.
inline constexpr int kAspirationMinDepth = 4;
inline constexpr Score kAspirationWindow = 23;
inline constexpr Score kAspirationWindowOfLaterLines = 68;  // of MultiPV: their scores move more
inline constexpr int kAspirationScoreDivisor = 22148;       // of the score's square
inline constexpr int kAspirationGrowthPercent = 40;
inline constexpr int kAspirationBetaPercent = 50;  // of beta stays after a score below alpha, the rest is alpha
inline constexpr int kMeanScorePercent = 50;       // of a move's mean score is its last one, the rest the mean before

// Near the fifty-move draw a stored result may not hold on this way to the position.
inline constexpr int kTableCutoffMaxFiftyMoveCount = 96;

// The evaluation fades as the fifty-move draw comes near.
inline constexpr int kFiftyMoveScale = 250;

// Reverse futility: a quiet node this far above beta stays above it.
inline constexpr int kReverseFutilityMaxDepth = 6;
inline constexpr Score kReverseFutilityMargin = 91;  // a ply
inline constexpr Score kReverseFutilityImproving = 51;
inline constexpr int kReverseFutilityEstimatePercent = 50;  // of the score told is the estimate, the rest is beta

// Razoring: a node this far below alpha, and by the square of the depth, is left to the captures.
inline constexpr int kRazoringMaxDepth = 4;
inline constexpr Score kRazoringMargin = 323;
inline constexpr Score kRazoringMarginPerPly = 239;

// Null move: when it is tried, how much shallower the test is, and from which depth on it is verified.
inline constexpr int kNullMoveMinDepth = 2;
inline constexpr Score kNullMoveMargin = 189;       // that the evaluation may lack at depth 0,
inline constexpr Score kNullMoveMarginPerPly = 26;  // and how much less with each ply
inline constexpr int kNullMoveReduction = 4;
inline constexpr int kNullMoveDepthDivisor = 2;
inline constexpr Score kNullMoveScoreDivisor = 166;
inline constexpr int kNullMoveMaxScoreReduction = 3;
inline constexpr int kNullMoveVerifiedFrom = 14;
inline constexpr int kNullMoveVerifiedPercent = 75;  // of that search goes on without null moves

// ProbCut: a capture that beats beta by this much in a shallow search will beat beta in a deep one.
inline constexpr int kProbCutMinDepth = 6;
inline constexpr int kProbCutReduction = 4;
inline constexpr Score kProbCutMargin = 227;
inline constexpr Score kProbCutImproving = 65;
inline constexpr Score kTableProbCutMargin = 395;  // where the table says so, no search is needed,
inline constexpr int kTableProbCutDepth = 4;       // though its result be so much shallower

// Internal iterative reduction: without a move to begin with, a deep search is not worth its price.
inline constexpr int kIterativeReductionMinDepth = 5;
inline constexpr int kIterativeReduction = 1;

// Hindsight: the move before was reduced a lot, but has not made matters worse for its side, or the reverse.
inline constexpr int kHindsightDeepenReduction = 3;
inline constexpr int kHindsightReduceReduction = 2;
inline constexpr int kHindsightReduceMinDepth = 2;
inline constexpr Score kHindsightDeepenSum = 0;  // both sides' evaluations together are below it,
inline constexpr Score kHindsightSum = 93;       // and above it in the reverse case

// Late moves are left out: this many are looked at, halved where the side is not improving.
inline constexpr int kLateMoveBase = 6;
constexpr int late_move_count(int depth, bool improving) {
  return (kLateMoveBase + depth * depth) / (improving ? 1 : 2);
}

// Where evaluations have often been wrong, margins for trusting them are wider by this share of the usual correction.
inline constexpr int kUncertaintyPercent = 57;
constexpr Score for_uncertainty(Score correction) { return correction * kUncertaintyPercent / 100; }

// What a piece counts for in a score; exchanges are reckoned in hundredths of a pawn.
inline constexpr int kPieceWorthPercent = 150;
constexpr Score piece_worth(int exchange_value) { return exchange_value * kPieceWorthPercent / 100; }

// Futility of quiet moves and captures far below alpha, by the depth that would be searched.
inline constexpr int kFutilityMaxDepth = 7;
inline constexpr Score kFutilityBase = 162;
inline constexpr Score kFutilityMargin = 98;  // a ply
inline constexpr int kFutilityHistoryDivisor = 128;
inline constexpr int kCaptureFutilityMaxDepth = 6;
inline constexpr Score kCaptureFutilityBase = 198;
inline constexpr Score kCaptureFutilityMargin = 233;  // a ply

// Moves with a bad history are left out.
inline constexpr int kHistoryPruningMaxDepth = 6;
inline constexpr int kHistoryPruningMargin = -3480;  // a ply

// Moves that lose material: quiet ones by the square of the depth, captures by the depth.
inline constexpr Score kQuietExchangeMargin = -12;
inline constexpr Score kCaptureExchangeMargin = -92;

// Singular extensions: the table's move is searched deeper when all others are worse by the margin.
inline constexpr int kSingularMinDepth = 6;
inline constexpr int kSingularMinDepthPv = 1;  // on top where the node has been in a principal variation
inline constexpr int kSingularTableDepth = 3;  // how much shallower the table's result may be
inline constexpr int kSingularMargin = 98;     // a ply, in hundredths
inline constexpr int kSingularMarginPv = 65;   // on top there
inline constexpr Score kDoubleExtensionMargin = 38;
inline constexpr Score kDoubleExtensionMarginPv = 150;
inline constexpr Score kTripleExtensionMargin = 159;
inline constexpr int kNegativeExtension = -2;           // where a cut is expected
inline constexpr int kNegativeExtensionAboveBeta = -3;  // where the table's score is above beta
inline constexpr int kSingularDepthDivisor = 2;         // of the depth at which the others are searched
inline constexpr int kExtensionMaxPlyFactor = 2;        // no line grows beyond so many times the depth of the search

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

// Late move reductions in 1/1024 ply, by depth and number of the move; both beyond the table count as its last.
inline constexpr int kPlyGrain = 1024;
inline constexpr double kReductionBase = 0.775;
inline constexpr double kReductionDivisor = 2.717;
inline constexpr auto kReductions = [] {
  std::array<std::array<std::int16_t, 64>, 64> table{};
  std::array<double, 64> logarithms{};
  for (std::size_t i = 1; i < 64; ++i) logarithms[i] = logarithm(static_cast<double>(i));
  for (std::size_t depth = 1; depth < 64; ++depth) {
    for (std::size_t number = 1; number < 64; ++number) {
      const double plies = kReductionBase + logarithms[depth] * logarithms[number] / kReductionDivisor;
      table[depth][number] = static_cast<std::int16_t>(kPlyGrain * plies);
    }
  }
  return table;
}();
constexpr int base_reduction(int depth, int number) {
  return kReductions[static_cast<std::size_t>(std::min(depth, 63))][static_cast<std::size_t>(std::min(number, 63))];
}
inline constexpr int kReductionMinDepth = 2;
inline constexpr int kReductionMinNumber = 2;  // of the move
inline constexpr int kReduceNonPv = 630;
inline constexpr int kReduceCutNode = 1130;
inline constexpr int kReduceCutNodeWithoutMove = 900;  // on top, where the table has no move
inline constexpr int kReduceNotImproving = 538;
inline constexpr int kReduceNoisyTableMove = 715;
inline constexpr int kReduceManyCutoffs = 745;
inline constexpr int kManyCutoffs = 2;
inline constexpr int kReduceWasPv = -1267;
inline constexpr int kReduceWasPvDeep = -540;    // on top, where the table's result is as deep
inline constexpr int kReduceWholeWindow = -600;  // in a principal variation, by how much of the root's window is left
inline constexpr int kReduceCheck = -868;
inline constexpr int kReduceCapture = -1117;
inline constexpr int kReduceHistoryDivisor = 10;   // 1/1024 ply for so much history,
inline constexpr int kReduceButterflyDivisor = 2;  // to which the table of squares adds its part
inline constexpr int kReduceCaptureHistoryDivisor = 7;

// After a reduced search beats alpha by this much, the full one goes a ply deeper; by less, a ply less deep.
inline constexpr Score kDeeperMargin = 59;
inline constexpr Score kDeeperMarginPerPly = 1;
inline constexpr Score kShallowerMargin = 11;

// Once a move has raised alpha, the others are searched less deep, unless the node is a deep one.
inline constexpr int kRaisedAlphaMaxDepth = 10;
inline constexpr int kRaisedAlphaReduction = 2;

// Where a check is progress by itself, the answer to one is searched so much deeper (check_race.h).
inline constexpr int kCheckRaceExtension = 1;

// Quiescence: captures that lose material, or cannot bring the score near alpha, are left out.
inline constexpr Score kQuiescenceExchangeMargin = -25;
inline constexpr int kQuiescenceChecks = 2;         // quiet ones of the same side, each but the first after an answer,
inline constexpr int kHandicappedChecks = 1;        // and of a weaker player, whose nodes are too few for more
inline constexpr Score kQuiescenceCheckMargin = 0;  // what a quiet check may lose
inline constexpr int kDepthOfCaptures = -1;         // of results for which no quiet checks were tried
inline constexpr Score kQuiescenceFutilityMargin = 219;
inline constexpr int kStandPatBetaPercent = 46;    // of what a score is above beta, less is told
inline constexpr int kQuiescenceBetaPercent = 25;  // the same, after captures
inline constexpr int kQuiescenceMoves = 3;         // besides checks and retaking, where not in check

// Move picking.
inline constexpr int kVictimWeight = 8;
inline constexpr int kGoodCaptureDivisor = 53;
inline constexpr int kHistoryWeightGrain = 10;  // the weights below are in tenths
inline constexpr int kButterflyWeight = 19;
inline constexpr int kPawnHistoryWeight = 7;
inline constexpr std::array<int, 4> kContinuationWeights = {19, 19, 9, 10};
inline constexpr int kCheckBonus = 17639;  // in the order of quiet moves, unless the piece is lost
inline constexpr Score kCheckExchangeMargin = -80;
// For quiet moves away from squares where a lesser piece attacks, and against those to such squares.
inline constexpr int kEscapeOfMinor = 7200;
inline constexpr int kEscapeOfRook = 13200;
inline constexpr int kEscapeOfQueen = 24000;

// History: counters stay within the limit; rewards and punishments grow with the depth.
inline constexpr int kHistoryLimit = 16384;
inline constexpr int kBonusPerPly = 234;
inline constexpr int kBonusOffset = -60;
inline constexpr int kMostBonus = 2280;
constexpr int history_bonus(int depth) { return std::min(kBonusPerPly * depth + kBonusOffset, kMostBonus); }
inline constexpr int kMalusPerPly = 324;
inline constexpr int kMalusOffset = -40;
inline constexpr int kMostMalus = 1290;
constexpr int history_malus(int depth) { return std::min(kMalusPerPly * depth + kMalusOffset, kMostMalus); }
inline constexpr int kEarlyMoves = 3;                           // are blamed when the table refutes them
inline constexpr int kFailLowBonusDivisor = 2;                  // for the move that led to a node where none helped
inline constexpr std::array kContinuationPlies = {1, 2, 4, 6};  // how far back the moves are that a history continues
inline constexpr std::size_t kContinuationsForPruning = 2;      // the first of them, also where moves are reduced
inline constexpr std::size_t kPawnStructures = 256;             // that have a history of their own
inline constexpr std::size_t kTriedMoves = 32;                  // that a node learns from
inline constexpr int kStepDifferenceWeight = 6;                 // of how much a quiet move has changed the evaluation
inline constexpr Score kStepDifferenceMost = 93;
inline constexpr Score kStepDifferenceOffset = 23;

// Correction history.
inline constexpr std::size_t kCorrectionEntries = 16384;
inline constexpr int kCorrectionLimit = 1024;
inline constexpr int kCorrectionMostAtOnce = kCorrectionLimit / 4;
inline constexpr int kCorrectionDepthDivisor = 5;
inline constexpr int kCorrectionGrain = 341 * 8;
inline constexpr int kPawnCorrectionWeight = 70;
inline constexpr int kMinorCorrectionWeight = 47;
inline constexpr int kNonPawnCorrectionWeight = 64;
inline constexpr int kMovesCorrectionWeight = 60;

// Transposition table: which entry of a cluster goes, and which result of the same position stays.
inline constexpr int kDepthWorthOfOneGeneration = 8;
inline constexpr int kDepthWorthOfNews = 4;
inline constexpr int kDepthWorthOfPv = 2;

// Tablebases at the root: for so many plies without capture or pawn move a won game may be won in any way; and it must
// be converted before this count, one ply early because the tables round.
inline constexpr int kLeisurePlies = 20;
inline constexpr int kLatestConversion = 100;

// Every worker's vote weighs something, even if its score is the lowest.
inline constexpr Score kVoteBase = 21;

// Weaker players: of a hundred, how easily a move is overlooked. People see what takes, what castles and what goes
// forward.
inline constexpr int kOverlooksTakingMore = 15;
inline constexpr int kOverlooksTaking = 35;
inline constexpr int kOverlooksCheck = 50;
inline constexpr int kOverlooksForward = 70;
inline constexpr int kOverlooksBackward = 100;
inline constexpr std::uint64_t kNodesForTechnique = 30'000;  // at least, to mate a bare king

// The only move there is gets this much thought on the clock: enough to guess the reply.
inline constexpr int kForcedMoveDepth = 3;

// How many nodes go by between two looks at the clock, and how many when time is short. The first look comes late:
// however little time there is, some is spent on not playing the first move at hand.
inline constexpr std::uint64_t kNodesBetweenLooks = 512;
inline constexpr std::uint64_t kNodesBetweenLooksInHaste = 64;
inline constexpr std::uint64_t kNodesBeforeTheFirstLook = 511;

// Time for a move.
inline constexpr int kMovesExpected = 22;            // in a game without further time controls,
inline constexpr double kIncrementsExpected = 40;    // during which so many increments are spent
inline constexpr double kMostForAMove = 0.2;         // of what is left, besides
inline constexpr double kIncrementShare = 0.75;      // of the increment, which always goes into a move
inline constexpr double kHardOverSoft = 5.0;         // how far a difficult move may overdraw
inline constexpr double kMostOfTheClock = 0.53;      // but never more than this of what is left
inline constexpr double kMostForTheLastMove = 0.85;  // except before the control, when more time comes
// Kept back on a short clock, for a machine that is busy with something else just when the flag is about to fall.
inline constexpr util::Milliseconds kMostInReserve{120};
inline constexpr int kReservePercent = 33;       // of what is left, at most,
inline constexpr int kMostReservedPercent = 90;  // and where no more time will ever come
inline constexpr util::Milliseconds kShortTime{100};

// Patience: how much longer than planned a move is thought about.
inline constexpr double kShareBase = 1.86;  // less the share of the nodes spent on the best move, times the slope
inline constexpr double kShareSlope = 1.52;
inline constexpr double kUnstable = 1.19;  // the best move has just changed
inline constexpr double kStableStep = 0.063;
inline constexpr int kStableMost = 7;
inline constexpr double kScoreDropStep = 0.0047;  // for each unit of the score
inline constexpr double kScoreDropLeast = 0.91;
inline constexpr double kScoreDropMost = 1.62;

// When to speak of single root moves and of missed windows: short searches would only flood the GUI.
inline constexpr int kCurrentMoveAfterMs = 3000;
inline constexpr int kBoundsAfterMs = 1000;

}  // namespace rocada::search::params
