// The kernels in plain C++: the meaning of all others, and for processors that have none of their own.
#include <algorithm>

#include "eval/nnue/architecture.h"
#include "eval/nnue/simd/kernels.h"

namespace rocada::eval::nnue::simd {

namespace {

void update(std::int16_t* to, Numbers from, const InputWeights& weights, int view, const Inputs& added,
            const Inputs& removed) {
  const auto row = [view](InputPair input) { return kHidden * static_cast<std::uint16_t>(input >> 16 * view); };
  for (int i = 0; i < kHidden; ++i) {
    int sum = from[i];
    for (int n = 0; n < added.feature_count; ++n) sum += weights.features[row(added.features[n]) + i];
    for (int n = 0; n < removed.feature_count; ++n) sum -= weights.features[row(removed.features[n]) + i];
    for (int n = 0; n < added.standing_count; ++n) sum += weights.standings[row(added.standings[n]) + i];
    for (int n = 0; n < removed.standing_count; ++n) sum -= weights.standings[row(removed.standings[n]) + i];
    to[i] = static_cast<std::int16_t>(sum);
  }
}

void multiply_pairs(Numbers values, std::uint8_t* products) {
  const auto clipped = [&](int i) { return std::clamp<int>(values[i], 0, kQuantA); };
  for (int i = 0; i < kPairs; ++i) {
    constexpr int kHalf = 1 << (kProductShift - 1);
    products[i] = static_cast<std::uint8_t>((clipped(i) * clipped(kPairs + i) + kHalf) >> kProductShift);
  }
}

std::int32_t output(Numbers own, Numbers other, const Layers& layers) {
  std::uint8_t products[kProducts];
  multiply_pairs(own, products);
  multiply_pairs(other, products + kPairs);

  std::int32_t neurons1[kLayer1];
  for (int i = 0; i < kLayer1; ++i) {
    neurons1[i] = layers.biases1[i];
    for (int from = 0; from < kProducts; ++from) neurons1[i] += products[from] * layers.weights1[from / 4][i][from % 4];
  }
  std::int32_t inputs2[kLayer2Inputs];
  for (int i = 0; i < kLayer1; ++i) {
    const std::int32_t bounded = std::clamp(neurons1[i], -kOne, kOne);
    inputs2[i] = bounded * bounded >> kSquareShift;
    inputs2[kLayer1 + i] = std::max(bounded, 0);
  }
  std::int32_t sum = layers.bias3;
  for (int i = 0; i < kLayer2; ++i) {
    std::int32_t neuron = layers.biases2[i];
    for (int from = 0; from < kLayer2Inputs; ++from) neuron += inputs2[from] * layers.weights2[from / 2][i][from % 2];
    sum += std::clamp(neuron >> kSmallShift, 0, kOne) * layers.weights3[i];
  }
  return neurons1[0] + (sum >> kSmallShift);
}

}  // namespace

constinit const Kernels kScalar = {"scalar", update, output};

}  // namespace rocada::eval::nnue::simd
