// The kernels written once, for whatever vectors of 16-bit lanes an instruction set has.
//
// An instruction set is a type with Vector, Sum (as many bits in lanes of 32), kLanes and the few operations used
// below:
//   widened(from)              a vector of the bytes there, with their signs
//   repeated(bits)             the same 32 bits all over a vector
//   store_bytes(to, a, b)      the lanes of a and then of b, which all fit a byte
//   add_dots(sum, fours, w)    sum + the products of four bytes, added up, in each lane of 32 bits; the first are not
//                              negative, and no two products together leave 16 bits
//   add_products(sum, a, b)    sum + the products of two lanes of 16 bits, added up, in each lane of 32 bits
// and kChains: how many sums at once keep it busy, and kRowVectors: how many vectors of a row at most stay in registers
// while others are added to it. It must stand in an unnamed namespace: then all code made from this template is local
// to its file, and the linker cannot give one instruction set's code to another. A test looks that it stays so.
#pragma once

#include <cstdint>
#include <cstring>
#include <numeric>
#include <utility>

#include "eval/nnue/architecture.h"
#include "eval/nnue/simd/kernels.h"

namespace rocada::eval::nnue::simd {

template <typename Set>
struct VectorKernels {
  using Vector = typename Set::Vector;
  using Sum = typename Set::Sum;

  static constexpr int kVectors = kHidden / Set::kLanes;
  static_assert(kHidden % Set::kLanes == 0);
  // How many vectors are kept in registers while rows are added up: as many as go evenly.
  static constexpr int kTile = std::gcd(kVectors, Set::kRowVectors);

  static void update(std::int16_t* to, Numbers from, const InputWeights& weights, int view, const Inputs& added,
                     const Inputs& removed) {
    for (int start = 0; start < kHidden; start += kTile * Set::kLanes) {
      Tile tile;
      const auto each = [&tile](auto&& step) { for_each_of(tile, step, std::make_integer_sequence<int, kTile>()); };
      const auto feature = [&](InputPair input) { return weights.features + start + kHidden * in_view(input, view); };
      const auto standing = [&](InputPair input) { return weights.standings + start + kHidden * in_view(input, view); };
      each([&](Vector& v, int at) { v = Set::load(from + start + at); });
      for (int n = 0; n < added.feature_count; ++n) {
        const Numbers row = feature(added.features[n]);
        each([&](Vector& v, int at) { v = Set::add(v, Set::load(row + at)); });
      }
      for (int n = 0; n < removed.feature_count; ++n) {
        const Numbers row = feature(removed.features[n]);
        each([&](Vector& v, int at) { v = Set::sub(v, Set::load(row + at)); });
      }
      for (int n = 0; n < added.standing_count; ++n) {
        const SmallNumbers row = standing(added.standings[n]);
        each([&](Vector& v, int at) { v = Set::add(v, Set::widened(row + at)); });
      }
      for (int n = 0; n < removed.standing_count; ++n) {
        const SmallNumbers row = standing(removed.standings[n]);
        each([&](Vector& v, int at) { v = Set::sub(v, Set::widened(row + at)); });
      }
      each([&](Vector& v, int at) { Set::store(to + start + at, v); });
    }
  }

  static std::int32_t output(Numbers own, Numbers other, const Layers& layers) {
    alignas(64) std::uint8_t products[kProducts];
    multiply_pairs(own, products);
    multiply_pairs(other, products + kPairs);

    alignas(64) std::int32_t neurons1[kLayer1];
    layer1(products, layers, neurons1);
    alignas(64) std::int16_t inputs2[kLayer2Inputs];
    for (int i = 0; i < kLayer1; ++i) {
      const std::int32_t bounded = neurons1[i] < -kOne ? -kOne : neurons1[i] > kOne ? kOne : neurons1[i];
      inputs2[i] = static_cast<std::int16_t>(bounded * bounded >> kSquareShift);
      inputs2[kLayer1 + i] = static_cast<std::int16_t>(bounded < 0 ? 0 : bounded);
    }
    alignas(64) std::int32_t neurons2[kLayer2];
    layer2(inputs2, layers, neurons2);
    std::int32_t sum = layers.bias3;
    for (int i = 0; i < kLayer2; ++i) {
      const std::int32_t shifted = neurons2[i] >> kSmallShift;
      sum += (shifted < 0 ? 0 : shifted > kOne ? kOne : shifted) * layers.weights3[i];
    }
    return neurons1[0] + (sum >> kSmallShift);
  }

  static constexpr Kernels named(const char* name) { return {name, update, output}; }

 private:
  static int in_view(InputPair input, int view) { return static_cast<std::uint16_t>(input >> 16 * view); }

  struct Tile {
    Vector vectors[kTile];
  };
  // Written out, so that the vectors are registers: compilers leave loops of so many steps as they are.
  template <typename Step, int... I>
  [[gnu::always_inline]] static void for_each_of(Tile& tile, Step&& step, std::integer_sequence<int, I...>) {
    (step(tile.vectors[I], I * Set::kLanes), ...);
  }

  static constexpr int kSumLanes = Set::kLanes / 2;

  // 255 * 255 and a half of what is shifted away fit 16 bits without a sign.
  static Vector product(Numbers values) {
    const Vector product =
        Set::multiply(Set::clamp(Set::load(values), kQuantA), Set::clamp(Set::load(values + kPairs), kQuantA));
    constexpr int kHalf = 1 << (kProductShift - 1);
    return Set::template shifted_right<kProductShift>(Set::add(product, Set::repeated(kHalf << 16 | kHalf)));
  }

  static void multiply_pairs(Numbers values, std::uint8_t* products) {
    for (int i = 0; i < kPairs; i += 2 * Set::kLanes) {
      Set::store_bytes(products + i, product(values + i), product(values + i + Set::kLanes));
    }
  }

  static void layer1(const std::uint8_t* products, const Layers& layers, std::int32_t* neurons) {
    constexpr int kSums = kLayer1 / kSumLanes;
    constexpr int kGroups = kProducts / 4;
    static_assert(kGroups % Set::kChains == 0);
    Sum sums[Set::kChains][kSums];
    for (int i = 0; i < kSums; ++i) {
      sums[0][i] = Set::load_sum(layers.biases1 + i * kSumLanes);
      for (int chain = 1; chain < Set::kChains; ++chain) sums[chain][i] = Set::zero();
    }
    for (int group = 0; group < kGroups; group += Set::kChains) {
      for (int chain = 0; chain < Set::kChains; ++chain) {
        const Vector fours = repeated(products + 4 * (group + chain));
        for (int i = 0; i < kSums; ++i) {
          sums[chain][i] = Set::add_dots(sums[chain][i], fours, &layers.weights1[group + chain][i * kSumLanes][0]);
        }
      }
    }
    for (int i = 0; i < kSums; ++i) {
      Sum sum = sums[0][i];
      for (int chain = 1; chain < Set::kChains; ++chain) sum = Set::add_sums(sum, sums[chain][i]);
      Set::store_sum(neurons + i * kSumLanes, sum);
    }
  }

  static void layer2(const std::int16_t* inputs, const Layers& layers, std::int32_t* neurons) {
    constexpr int kSums = kLayer2 / kSumLanes;
    Sum sums[kSums];
    for (int i = 0; i < kSums; ++i) sums[i] = Set::load_sum(layers.biases2 + i * kSumLanes);
    for (int pair = 0; pair < kLayer2Inputs / 2; ++pair) {
      const Vector both = repeated(inputs + 2 * pair);
      for (int i = 0; i < kSums; ++i) {
        sums[i] = Set::add_products(sums[i], both, Set::load(&layers.weights2[pair][i * kSumLanes][0]));
      }
    }
    for (int i = 0; i < kSums; ++i) Set::store_sum(neurons + i * kSumLanes, sums[i]);
  }

  static Vector repeated(const void* four_bytes) {
    std::int32_t bits;
    std::memcpy(&bits, four_bytes, sizeof bits);
    return Set::repeated(bits);
  }
};

}  // namespace rocada::eval::nnue::simd
