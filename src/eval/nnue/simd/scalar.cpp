// The kernels in plain C++: the meaning of all others, and for processors that have none of their own.
#include <algorithm>

#include "eval/nnue/architecture.h"
#include "eval/nnue/simd/kernels.h"

namespace rocada::eval::nnue::simd {

namespace {

void add1(std::int16_t* to, Numbers from, Numbers added) {
  for (int i = 0; i < kHidden; ++i) to[i] = static_cast<std::int16_t>(from[i] + added[i]);
}

void add1_sub1(std::int16_t* to, Numbers from, Numbers added, Numbers removed) {
  for (int i = 0; i < kHidden; ++i) to[i] = static_cast<std::int16_t>(from[i] + added[i] - removed[i]);
}

void add1_sub2(std::int16_t* to, Numbers from, Numbers added, Numbers removed1, Numbers removed2) {
  for (int i = 0; i < kHidden; ++i) {
    to[i] = static_cast<std::int16_t>(from[i] + added[i] - removed1[i] - removed2[i]);
  }
}

void add2_sub2(std::int16_t* to, Numbers from, Numbers added1, Numbers added2, Numbers removed1, Numbers removed2) {
  for (int i = 0; i < kHidden; ++i) {
    to[i] = static_cast<std::int16_t>(from[i] + added1[i] + added2[i] - removed1[i] - removed2[i]);
  }
}

void add_sub_many(std::int16_t* values, const Numbers* added, int added_count, const Numbers* removed,
                  int removed_count) {
  for (int row = 0; row < added_count; ++row) {
    for (int i = 0; i < kHidden; ++i) values[i] = static_cast<std::int16_t>(values[i] + added[row][i]);
  }
  for (int row = 0; row < removed_count; ++row) {
    for (int i = 0; i < kHidden; ++i) values[i] = static_cast<std::int16_t>(values[i] - removed[row][i]);
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

constinit const Kernels kScalar = {"scalar", add1, add1_sub1, add1_sub2, add2_sub2, add_sub_many, output};

}  // namespace rocada::eval::nnue::simd
