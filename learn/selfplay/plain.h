// Plain networks, of any width: no king zones, no standings and no layers behind the neurons, which are squared and go
// to one output for each range of piece counts (eval/nnue/network_file.h). All of one fits into a multiprocessor's
// shared memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "eval/nnue/architecture.h"
#include "eval/score.h"
#include "selfplay/accumulator.h"
#include "selfplay/weights.h"

namespace rocada::selfplay {

ROCADA_PORTABLE constexpr int activation(int value) {
  const int neuron = clamped(value, 0, int{eval::nnue::kQuantA});
  return neuron * neuron;
}

template <int Width>
struct Plain {
  static constexpr int kHidden = Width;
  static constexpr int kZones = 1;
  static constexpr bool kSeesStandings = false;
  static constexpr int kLanes = 4;  // that play a game on the GPU
  static constexpr int kPairs = Width / kNeuronsInPair;

  using Inputs = InputRows<eval::nnue::kInputsPerZone, Width>;
  struct Near {
    Inputs inputs;
    Pair output[eval::nnue::kOutputBuckets][2][kPairs];  // side to move, other side
    std::int32_t output_biases[eval::nnue::kOutputBuckets];
  };
  struct Far {};

  ROCADA_PORTABLE static const Inputs& inputs(const Near& near, const Far&) { return near.inputs; }

  template <typename Lanes>
  class Output {
   public:
    // Of the side to move, `which` is 0, or of the other one.
    ROCADA_PORTABLE void add(const Near& near, int bucket, int which, Share<Width, Lanes>& row, Lanes lanes) {
      const Pair* output = near.output[bucket][which];
      row.for_each(lanes, [&](const Pair& pair, int index) {
        const Pair weight = output[index];
        sum_ += activation(low_of(pair.first)) * low_of(weight.first);
        sum_ += activation(high_of(pair.first)) * high_of(weight.first);
        sum_ += activation(low_of(pair.second)) * low_of(weight.second);
        sum_ += activation(high_of(pair.second)) * high_of(weight.second);
      });
    }

    ROCADA_PORTABLE eval::Score score(const Near& near, int bucket, const Position&, Lanes lanes) const {
      namespace nnue = eval::nnue;
      constexpr int kOne = nnue::kQuantA * nnue::kQuantB;
      const std::int64_t output = std::int64_t{lanes.sum(sum_)} / nnue::kQuantA + near.output_biases[bucket];
      return bounded(output * nnue::kScale / kOne);
    }

   private:
    int sum_ = 0;
  };

  static void fill(Near& near, Far&, const NetworkNumbers& numbers) {
    pack_all(&near.inputs.features[0][0], numbers.features);
    pack_all(&near.inputs.states[0][0], numbers.states);
    pack_all(near.inputs.biases, numbers.biases);
    pack_all(&near.output[0][0][0], numbers.output);
    for (std::size_t i = 0; i < numbers.output_biases.size(); ++i) near.output_biases[i] = numbers.output_biases[i];
  }
};

}  // namespace rocada::selfplay
