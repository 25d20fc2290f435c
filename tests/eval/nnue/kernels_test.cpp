#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "eval/nnue/network.h"
#include "eval/nnue/simd/choice.h"
#include "util/random.h"

namespace rocada::eval::nnue::simd {
namespace {

struct alignas(64) AlignedRow {
  Row numbers{};
  const std::int16_t* data() const { return numbers.data(); }
};

struct alignas(64) AlignedSmallRow {
  SmallRow numbers{};
};

// Layers of any numbers that parse_network would let through, all as high as can be now and then.
std::unique_ptr<Layers> any_layers(util::Random& random) {
  const bool highest = random.below(8) == 0;
  const auto within = [&](int limit) {
    if (highest) return random.below(2) == 0 ? limit : -limit;
    return static_cast<int>(std::int64_t{random.below(2 * static_cast<std::uint32_t>(limit) + 1)} - limit);
  };
  auto layers = std::make_unique<Layers>();
  for (auto& inputs : layers->weights1) {
    for (auto& weights : inputs) {
      for (std::int8_t& weight : weights) weight = static_cast<std::int8_t>(within(kHighestLayer1Weight));
    }
  }
  for (std::int32_t& bias : layers->biases1) bias = within(highest ? kHighestBias : kOne);
  for (auto& inputs : layers->weights2) {
    for (auto& weights : inputs) {
      for (std::int16_t& weight : weights) weight = static_cast<std::int16_t>(within(kHighestSmallWeight));
    }
  }
  for (std::int32_t& bias : layers->biases2) bias = within(highest ? kHighestBias : kOne * kQuantSmall);
  for (std::int16_t& weight : layers->weights3) weight = static_cast<std::int16_t>(within(kHighestSmallWeight));
  layers->bias3 = within(kHighestBias);
  return layers;
}

// Any 16 bits, with the ends of the range and of the clamp more often than chance would have them.
std::int16_t any_number(util::Random& random) {
  constexpr std::int16_t kSpecial[] = {-32768, -32767, -1, 0, 1, 254, 255, 256, 32766, 32767};
  if (random.below(4) == 0) return kSpecial[random.below(std::size(kSpecial))];
  return static_cast<std::int16_t>(random.next());
}

AlignedRow any_row(util::Random& random) {
  AlignedRow row;
  for (std::int16_t& number : row.numbers) number = any_number(random);
  return row;
}

// Up to seven of each kind.
class AnyRows {
 public:
  explicit AnyRows(util::Random& random) : wide_(random.below(8)), small_(random.below(8)) {
    for (AlignedRow& row : wide_) {
      row = any_row(random);
      wide_numbers_.push_back(row.data());
    }
    for (AlignedSmallRow& row : small_) {
      for (std::int8_t& number : row.numbers) number = static_cast<std::int8_t>(random.next());
      small_numbers_.push_back(row.numbers.data());
    }
  }
  Rows rows() const {
    return {wide_numbers_.data(), static_cast<int>(wide_.size()), small_numbers_.data(),
            static_cast<int>(small_.size())};
  }

 private:
  std::vector<AlignedRow> wide_;
  std::vector<AlignedSmallRow> small_;
  std::vector<Numbers> wide_numbers_;
  std::vector<SmallNumbers> small_numbers_;
};

class EveryKernel : public ::testing::Test {
 protected:
  static constexpr int kTurns = 200;

  template <typename Law>
  void for_each_kernel(Law&& law) {
    for (const Kernels* kernels : usable_kernels()) {
      SCOPED_TRACE(kernels->name);
      util::Random random(20261115);
      for (int turn = 0; turn < kTurns; ++turn) {
        law(*kernels, random);
        if (HasFailure()) return;
      }
    }
  }
};

TEST_F(EveryKernel, AddsAndRemovesAnyNumberOfRowsLikeTheScalarOne) {
  for_each_kernel([](const Kernels& kernels, util::Random& random) {
    const AnyRows added(random);
    const AnyRows removed(random);
    const AlignedRow from = any_row(random);
    AlignedRow expected;
    AlignedRow actual;
    kScalar.update(expected.numbers.data(), from.data(), added.rows(), removed.rows());
    kernels.update(actual.numbers.data(), from.data(), added.rows(), removed.rows());
    EXPECT_EQ(actual.numbers, expected.numbers);
    AlignedRow in_place = from;
    kernels.update(in_place.numbers.data(), in_place.data(), added.rows(), removed.rows());
    EXPECT_EQ(in_place.numbers, expected.numbers);
  });
}

TEST_F(EveryKernel, AddsWhatItRemovesAndIsWhereItWas) {
  for_each_kernel([](const Kernels& kernels, util::Random& random) {
    const AnyRows rows(random);
    const AlignedRow from = any_row(random);
    AlignedRow to = from;
    kernels.update(to.numbers.data(), to.data(), rows.rows(), {});
    kernels.update(to.numbers.data(), to.data(), {}, rows.rows());
    EXPECT_EQ(to.numbers, from.numbers);
  });
}

TEST_F(EveryKernel, GivesTheOutputOfTheScalarOne) {
  for_each_kernel([](const Kernels& kernels, util::Random& random) {
    const AlignedRow own = any_row(random);
    const AlignedRow other = any_row(random);
    const auto layers = any_layers(random);
    EXPECT_EQ(kernels.output(own.data(), other.data(), *layers), kScalar.output(own.data(), other.data(), *layers));
  });
}

// All neurons full, with the highest numbers that parse_network would let through.
TEST_F(EveryKernel, HoldsTheHighestOutputThatIsSafe) {
  AlignedRow full;
  full.numbers.fill(32767);
  for (const int sign : {1, -1}) {
    auto layers = std::make_unique<Layers>();
    for (auto& inputs : layers->weights1) {
      for (auto& weights : inputs) std::ranges::fill(weights, static_cast<std::int8_t>(sign * kHighestLayer1Weight));
    }
    std::ranges::fill(layers->biases1, sign * kHighestBias);
    for (auto& inputs : layers->weights2) {
      for (auto& weights : inputs) std::ranges::fill(weights, static_cast<std::int16_t>(kHighestSmallWeight));
    }
    std::ranges::fill(layers->biases2, kHighestBias);
    std::ranges::fill(layers->weights3, static_cast<std::int16_t>(sign * kHighestSmallWeight));
    layers->bias3 = sign * kHighestBias;
    const std::int64_t layer1 = sign * (std::int64_t{kProducts} * kQuantProduct * kHighestLayer1Weight + kHighestBias);
    const std::int64_t behind = sign * (std::int64_t{kLayer2} * kOne * kHighestSmallWeight + kHighestBias);
    for (const Kernels* kernels : usable_kernels()) {
      EXPECT_EQ(kernels->output(full.data(), full.data(), *layers), layer1 + (behind >> kSmallShift)) << kernels->name;
    }
  }
}

TEST(Kernels, AreFoundByNameAndTheScalarOnesAlways) {
  EXPECT_EQ(kernels_named("scalar"), &kScalar);
  EXPECT_EQ(kernels_named("abacus"), nullptr);
  EXPECT_EQ(usable_kernels().back(), &kScalar);
  for (const Kernels* kernels : usable_kernels()) EXPECT_EQ(kernels_named(kernels->name), kernels);
}

}  // namespace
}  // namespace rocada::eval::nnue::simd
