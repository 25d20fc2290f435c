// The shape of the network: (kInputs -> kHidden) for each side's view of the board -> one of kOutputBuckets outputs.
//
// Every size stands here and nowhere else; to widen the network, change kHidden and train anew. Constants only: the
// kernels of all instruction sets include this file.
#pragma once

namespace rocada::eval::nnue {

inline constexpr int kKingZones = 4;        // 1, 2, 4 or 8: each has weights of its own for the whole board
inline constexpr int kInputsPerZone = 768;  // piece of own or other side, six types, 64 squares
inline constexpr int kInputs = kInputsPerZone * kKingZones;
inline constexpr int kHidden = 384;       // neurons each side's view is summed up in
inline constexpr int kOutputBuckets = 8;  // one output for each range of piece counts

// Real numbers are kept as integers: activations times kQuantA, output weights times kQuantB.
inline constexpr int kQuantA = 255;
inline constexpr int kQuantB = 64;
inline constexpr int kScale = 400;  // of scores in one unit of output

// What keeps the integers from overflowing; a network beyond it is refused when it is read.
inline constexpr int kMostPieces = 32;
inline constexpr int kHighestFeatureWeight = 505;                                        // 1.98 * kQuantA
inline constexpr int kHighestFeatureBias = 32767 - kMostPieces * kHighestFeatureWeight;  // the sum fits 16 bits
inline constexpr int kHighestOutputWeight = 127;                                         // times kQuantA fits 16 bits
inline constexpr int kHighestOutputSum = 0x7FFFFFFF / (kQuantA * kQuantA);               // of |weights|: fits 32 bits

// Which of eight zones a king stands in, by its rank and file as its side sees them; the board is mirrored so that the
// file is a to d (features.h). The first rank is where kings spend most of a game. With four zones each is two of the
// eight, and so on. The trainer has the same table (rocada_learn/records.py), and its tests compare the two.
inline constexpr int kMostKingZones = 8;
inline constexpr int kZoneOfKing[8][4] = {
    {0, 1, 2, 3}, {4, 4, 5, 5}, {6, 6, 6, 6}, {6, 6, 6, 6}, {7, 7, 7, 7}, {7, 7, 7, 7}, {7, 7, 7, 7}, {7, 7, 7, 7},
};
constexpr int king_zone(int rank, int file) { return kZoneOfKing[rank][file] * kKingZones / kMostKingZones; }

static_assert(kKingZones > 0 && kMostKingZones % kKingZones == 0);
static_assert(kHidden > 0 && kHidden % 32 == 0, "a row of weights must be whole vectors of any instruction set");
static_assert(kHighestOutputWeight * kQuantA <= 32767);

// Positions with more pieces than a game can have share the last bucket.
constexpr int output_bucket(int pieces) {
  const int bucket = (pieces - 2) * kOutputBuckets / kMostPieces;
  return bucket < kOutputBuckets ? bucket : kOutputBuckets - 1;
}

}  // namespace rocada::eval::nnue
