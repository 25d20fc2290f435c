// The shape of the network:
//
//     (inputs -> kHidden neurons -> kPairs products of two) for each side's view -> kLayer1 -> kLayer2 -> 1
//
// There are kPieceInputs inputs for the pieces, kStandingInputs for how they stand (features.h), and one for each state
// of the game (game_states.h), if it has states.
//
// Neurons are clipped to 0..1; neuron i is multiplied with neuron kPairs + i (pairwise products). What stands behind
// the products is there kOutputBuckets times, for as many ranges of piece counts. Layer 2 sees every neuron of layer 1
// twice: squared, at most 1, and clipped to 0..1. The first neuron of layer 1 is added to the output besides.
//
// Every size stands here and nowhere else; to widen the network, change kHidden and train anew. Constants only, of
// whole numbers: the kernels of all instruction sets and learn/selfplay include this file, and the trainer reads it as
// text (learn/rocada_learn/architecture.py).
#pragma once

namespace rocada::eval::nnue {

inline constexpr int kKingZones = 4;        // 1, 2, 4 or 8: each has weights of its own for the whole board
inline constexpr int kInputsPerZone = 768;  // piece of own or other side, six types, 64 squares
inline constexpr int kPieceInputs = kInputsPerZone * kKingZones;
inline constexpr int kStandings = 4;  // how a piece can stand that does not stand safely
inline constexpr int kStandingInputs = kInputsPerZone * kStandings;
inline constexpr int kHidden = 768;  // neurons each side's view is summed up in
inline constexpr int kPairs = kHidden / 2;
inline constexpr int kProducts = 2 * kPairs;  // of both views
inline constexpr int kLayer1 = 16;
inline constexpr int kLayer2 = 32;
inline constexpr int kLayer2Inputs = 2 * kLayer1;
inline constexpr int kOutputBuckets = 8;  // one for each range of piece counts

// Real numbers are kept as integers: neurons times kQuantA, products times kQuantProduct, weights of layer 1 times
// kQuantB, and behind it what goes from layer to layer times kOne and weights times kQuantSmall.
inline constexpr int kQuantA = 255;
inline constexpr int kQuantProduct = 127;
inline constexpr int kProductShift = 9;  // 255 * 255 >> 9, rounded, is 127
inline constexpr int kQuantB = 64;
inline constexpr int kOne = kQuantProduct * kQuantB;
inline constexpr int kSquareShift = 13;  // kOne * kOne >> 13 is kOne but for a hundredth
inline constexpr int kQuantSmall = 1024;
inline constexpr int kSmallShift = 10;
inline constexpr int kScale = 400;  // of scores in one unit of output

// What keeps the integers from overflowing; a network beyond it is refused when it is read.
inline constexpr int kMostPieces = 32;
inline constexpr int kMostInputsSet = kMostPieces + 1;  // the state's among them, but no standings
inline constexpr int kHighestFeatureWeight = 505;       // 1.98 * kQuantA
inline constexpr int kHighestStandingWeight = 127;      // 8 bits
inline constexpr int kHighestFeatureBias =              // the sum fits 16 bits
    32767 - kMostInputsSet * kHighestFeatureWeight - kMostPieces * kHighestStandingWeight;
inline constexpr int kHighestLayer1Weight = 127;  // two of them times kQuantProduct fit 16 bits together
inline constexpr int kHighestSmallWeight = 4085;  // 3.99 * kQuantSmall: kLayer2 of them times kOne fit 30 bits
inline constexpr int kHighestBias = 1 << 30;      // of a sum in 32 bits

// Which of eight zones (king buckets) a king stands in, by its rank and file as its side sees them; the board is
// mirrored so that the file is a to d (features.h). The first rank is where kings spend most of a game. With four zones
// each is two of the eight, and so on.
inline constexpr int kMostKingZones = 8;
inline constexpr int kZoneOfKing[8][4] = {
    {0, 1, 2, 3}, {4, 4, 5, 5}, {6, 6, 6, 6}, {6, 6, 6, 6}, {7, 7, 7, 7}, {7, 7, 7, 7}, {7, 7, 7, 7}, {7, 7, 7, 7},
};
constexpr int king_zone(int rank, int file) { return kZoneOfKing[rank][file] * kKingZones / kMostKingZones; }

static_assert(kKingZones > 0 && kMostKingZones % kKingZones == 0);
static_assert(kHidden > 0 && kHidden % 32 == 0, "a row of weights must be whole vectors of any instruction set");
static_assert(kPairs % 64 == 0, "products are packed by whole vectors");
static_assert(2 * kHighestLayer1Weight * kQuantProduct <= 32767);
static_assert(kLayer2Inputs * kOne <= 0x40000000 / kHighestSmallWeight && kLayer2Inputs == kLayer2);
static_assert(kProducts * kQuantProduct * kHighestLayer1Weight <= 0x40000000 - 1);
static_assert(1 << kSmallShift == kQuantSmall);

// Positions with more pieces than a game can have share the last bucket.
constexpr int output_bucket(int pieces) {
  const int bucket = (pieces - 2) * kOutputBuckets / kMostPieces;
  return bucket < kOutputBuckets ? bucket : kOutputBuckets - 1;
}

}  // namespace rocada::eval::nnue
