// The engine's networks (eval/nnue/architecture.h), which see far more than plain ones. Their inputs' weights are read
// from the GPU's second-level cache, into which they fit; what stands behind the neurons lies in shared memory.
#pragma once

#include <cstdint>

#include "eval/evaluator.h"
#include "eval/nnue/architecture.h"
#include "eval/score.h"
#include "selfplay/accumulator.h"
#include "selfplay/weights.h"

namespace rocada::selfplay {

// Four bytes times four bytes, summed up.
ROCADA_PORTABLE inline int dot4(Word a, Word b, int sum) {
#ifdef __CUDA_ARCH__
  return __dp4a(static_cast<int>(a), static_cast<int>(b), sum);
#else
  for (int shift = 0; shift < 32; shift += 8) {
    sum += static_cast<std::int8_t>(a >> shift) * static_cast<std::int8_t>(b >> shift);
  }
  return sum;
#endif
}

struct Layered {
  static constexpr int kHidden = eval::nnue::kHidden;
  static constexpr int kZones = eval::nnue::kKingZones;
  static constexpr bool kSeesStandings = true;
  static constexpr int kLanes = 32;  // that play a game on the GPU; fewer are slower (docs/experiments/0070)
  static constexpr int kPairs = kHidden / kNeuronsInPair;
  static constexpr int kProductWords = kPairs / 2;  // of one view, four products in each
  static constexpr int kLayer1 = eval::nnue::kLayer1;
  static constexpr int kLayer2 = eval::nnue::kLayer2;
  static constexpr int kBuckets = eval::nnue::kOutputBuckets;

  using Inputs = InputRows<eval::nnue::kPieceInputs + eval::nnue::kStandingInputs, kHidden>;
  struct Far {
    Inputs inputs;
  };
  struct alignas(16) Near {
    Word weights1[kBuckets][2][kLayer1][kProductWords];  // of the side to move's products, and of the other's
    std::int32_t biases1[kBuckets][kLayer1];
    std::int16_t weights2[kBuckets][eval::nnue::kLayer2Inputs][kLayer2];
    std::int32_t biases2[kBuckets][kLayer2];
    std::int16_t weights3[kBuckets][kLayer2];
    std::int32_t biases3[kBuckets];
    std::uint8_t zones[64];  // by the king's square as its side sees it, mirrored where it must be
  };

  ROCADA_PORTABLE static const Inputs& inputs(const Near&, const Far& far) { return far.inputs; }

  template <typename Lanes>
  class Output {
   public:
    // A lane that holds a neuron holds the one that it is multiplied with, too.
    ROCADA_PORTABLE void add(const Near& near, int bucket, int which, const Share<kHidden, Lanes>& row, Lanes lanes) {
      constexpr int kHalf = Share<kHidden, Lanes>::kSize / 2;
      static_assert(kPairs % (2 * Lanes::kSize) == 0);
      ROCADA_UNROLLED
      for (int i = 0; i < kHalf; ++i) {
        const Pair a = row.pairs[i];
        const Pair b = row.pairs[i + kHalf];
        const Word products =
            product(low_of(a.first), low_of(b.first)) | product(high_of(a.first), high_of(b.first)) << 8 |
            product(low_of(a.second), low_of(b.second)) << 16 | product(high_of(a.second), high_of(b.second)) << 24;
        const int index = i * Lanes::kSize + lanes.rank();
        ROCADA_UNROLLED
        for (int to = 0; to < kLayer1; ++to) {
          sums_[to] = dot4(products, near.weights1[bucket][which][to][index], sums_[to]);
        }
      }
    }

    // As the engine has it, fading included.
    ROCADA_PORTABLE eval::Score score(const Near& near, int bucket, const Position& position, Lanes lanes) const {
      namespace nnue = eval::nnue;
      std::int32_t inputs2[nnue::kLayer2Inputs];
      std::int32_t first = 0;
      ROCADA_UNROLLED
      for (int i = 0; i < kLayer1; ++i) {
        const std::int32_t neuron = near.biases1[bucket][i] + lanes.sum(sums_[i]);
        if (i == 0) first = neuron;
        const std::int32_t within = clamped(neuron, -nnue::kOne, nnue::kOne);
        inputs2[i] = within * within >> nnue::kSquareShift;
        inputs2[kLayer1 + i] = within > 0 ? within : 0;
      }
      std::int32_t sum = 0;
      for (int i = lanes.rank(); i < kLayer2; i += Lanes::kSize) {
        std::int32_t neuron = near.biases2[bucket][i];
        ROCADA_UNROLLED
        for (int from = 0; from < nnue::kLayer2Inputs; ++from) {
          neuron += inputs2[from] * near.weights2[bucket][from][i];
        }
        sum += clamped(neuron >> nnue::kSmallShift, 0, nnue::kOne) * near.weights3[bucket][i];
      }
      sum = near.biases3[bucket] + lanes.sum(sum);
      const std::int64_t output = first + (sum >> nnue::kSmallShift);
      const eval::Score score = bounded(output * nnue::kScale / nnue::kOne);
      return position.checks_count() ? score : eval::faded(score, count(position.occupied()));
    }

   private:
    ROCADA_PORTABLE static Word product(int a, int b) {
      namespace nnue = eval::nnue;
      constexpr int kRounding = 1 << (nnue::kProductShift - 1);
      return static_cast<Word>((clamped(a, 0, nnue::kQuantA) * clamped(b, 0, nnue::kQuantA) + kRounding) >>
                               nnue::kProductShift);
    }

    int sums_[kLayer1] = {};
  };

  static void fill(Near& near, Far& far, const NetworkNumbers& numbers);
};

}  // namespace rocada::selfplay
