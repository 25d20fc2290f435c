// The kernels written once, for whatever vectors of 16-bit lanes an instruction set has.
//
// An instruction set is a type with Vector, Sum (32-bit lanes), kLanes and the few operations used below. It must stand
// in an unnamed namespace: then all code made from this template is local to its file, and the linker cannot give one
// instruction set's code to another. A test looks that it stays so.
#pragma once

#include <cstdint>

#include "eval/nnue/architecture.h"
#include "eval/nnue/simd/kernels.h"

namespace rocada::eval::nnue::simd {

template <typename Set>
struct VectorKernels {
  using Vector = typename Set::Vector;
  using Sum = typename Set::Sum;

  static constexpr int kVectors = kHidden / Set::kLanes;
  static_assert(kHidden % Set::kLanes == 0);
  // How many vectors are kept in registers while rows are added up: as many as go evenly, up to eight.
  static constexpr int kTile = kVectors % 8 == 0 ? 8 : kVectors % 4 == 0 ? 4 : kVectors % 2 == 0 ? 2 : 1;

  static void add1_sub1(std::int16_t* to, Numbers from, Numbers added, Numbers removed) {
    for (int i = 0; i < kHidden; i += Set::kLanes) {
      const Vector sum = Set::add(Set::load(from + i), Set::load(added + i));
      Set::store(to + i, Set::sub(sum, Set::load(removed + i)));
    }
  }

  static void add1_sub2(std::int16_t* to, Numbers from, Numbers added, Numbers removed1, Numbers removed2) {
    for (int i = 0; i < kHidden; i += Set::kLanes) {
      const Vector sum = Set::add(Set::load(from + i), Set::load(added + i));
      const Vector gone = Set::add(Set::load(removed1 + i), Set::load(removed2 + i));
      Set::store(to + i, Set::sub(sum, gone));
    }
  }

  static void add2_sub2(std::int16_t* to, Numbers from, Numbers added1, Numbers added2, Numbers removed1,
                        Numbers removed2) {
    for (int i = 0; i < kHidden; i += Set::kLanes) {
      const Vector come = Set::add(Set::load(added1 + i), Set::load(added2 + i));
      const Vector gone = Set::add(Set::load(removed1 + i), Set::load(removed2 + i));
      Set::store(to + i, Set::add(Set::load(from + i), Set::sub(come, gone)));
    }
  }

  static void add_sub_many(std::int16_t* values, const Numbers* added, int added_count, const Numbers* removed,
                           int removed_count) {
    for (int start = 0; start < kHidden; start += kTile * Set::kLanes) {
      Vector tile[kTile];
      for (int i = 0; i < kTile; ++i) tile[i] = Set::load(values + start + i * Set::kLanes);
      for (int row = 0; row < added_count; ++row) {
        Numbers numbers = added[row] + start;
        for (int i = 0; i < kTile; ++i) tile[i] = Set::add(tile[i], Set::load(numbers + i * Set::kLanes));
      }
      for (int row = 0; row < removed_count; ++row) {
        Numbers numbers = removed[row] + start;
        for (int i = 0; i < kTile; ++i) tile[i] = Set::sub(tile[i], Set::load(numbers + i * Set::kLanes));
      }
      for (int i = 0; i < kTile; ++i) Set::store(values + start + i * Set::kLanes, tile[i]);
    }
  }

  // x * weight fits 16 bits because x is at most 255 and the weight at most 127; so x * weight * x is one
  // multiplication in 16 bits and one that adds pairs up in 32.
  static std::int32_t output(Numbers own, Numbers other, Numbers weights) {
    Sum own_sum = Set::zero();
    Sum other_sum = Set::zero();
    for (int i = 0; i < kHidden; i += Set::kLanes) {
      own_sum = add_activation(own_sum, own + i, weights + i);
      other_sum = add_activation(other_sum, other + i, weights + kHidden + i);
    }
    return Set::total(own_sum, other_sum);
  }

  static constexpr Kernels named(const char* name) {
    return {name, add1_sub1, add1_sub2, add2_sub2, add_sub_many, output};
  }

 private:
  static Sum add_activation(Sum sum, Numbers values, Numbers weights) {
    const Vector x = Set::clamp(Set::load(values), kQuantA);
    return Set::add_products(sum, Set::multiply(x, Set::load(weights)), x);
  }
};

}  // namespace rocada::eval::nnue::simd
