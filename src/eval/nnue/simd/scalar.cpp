// The kernels in plain C++: the meaning of all others, and for processors that have none of their own.
#include "eval/nnue/architecture.h"
#include "eval/nnue/simd/kernels.h"

namespace rocada::eval::nnue::simd {

namespace {

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

std::int32_t activation(std::int16_t value) {
  const std::int32_t clamped = value < 0 ? 0 : value > kQuantA ? kQuantA : value;
  return clamped * clamped;
}

std::int32_t output(Numbers own, Numbers other, Numbers weights) {
  std::int32_t sum = 0;
  for (int i = 0; i < kHidden; ++i) sum += activation(own[i]) * weights[i];
  for (int i = 0; i < kHidden; ++i) sum += activation(other[i]) * weights[kHidden + i];
  return sum;
}

}  // namespace

constinit const Kernels kScalar = {"scalar", add1_sub1, add1_sub2, add2_sub2, add_sub_many, output};

}  // namespace rocada::eval::nnue::simd
