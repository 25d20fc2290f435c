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

// A few rows for inputs to choose among.
class AnyWeights {
 public:
  explicit AnyWeights(util::Random& random) : features_(kCount), standings_(kCount) {
    for (AlignedRow& row : features_) row = any_row(random);
    for (AlignedSmallRow& row : standings_) {
      for (std::int8_t& number : row.numbers) number = static_cast<std::int8_t>(random.next());
    }
  }
  static constexpr std::uint32_t kCount = 10;
  InputWeights weights() const { return {features_[0].numbers.data(), standings_[0].numbers.data()}; }

 private:
  std::vector<AlignedRow> features_;
  std::vector<AlignedSmallRow> standings_;
};

// Up to seven of each kind.
class AnyInputs {
 public:
  explicit AnyInputs(util::Random& random) : features_(random.below(8)), standings_(random.below(8)) {
    const auto any = [&] { return random.below(AnyWeights::kCount) | random.below(AnyWeights::kCount) << 16; };
    std::ranges::generate(features_, any);
    std::ranges::generate(standings_, any);
  }
  Inputs inputs() const {
    return {features_.data(), static_cast<int>(features_.size()), standings_.data(),
            static_cast<int>(standings_.size())};
  }

 private:
  std::vector<InputPair> features_;
  std::vector<InputPair> standings_;
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

TEST_F(EveryKernel, AddsAndRemovesAnyInputsLikeTheScalarOne) {
  for_each_kernel([](const Kernels& kernels, util::Random& random) {
    const AnyWeights weights(random);
    const AnyInputs added(random);
    const AnyInputs removed(random);
    const AlignedRow from = any_row(random);
    for (const int view : {0, 1}) {
      AlignedRow expected;
      AlignedRow actual;
      AlignedRow in_place = from;
      kScalar.update(expected.numbers.data(), from.data(), weights.weights(), view, added.inputs(), removed.inputs());
      kernels.update(actual.numbers.data(), from.data(), weights.weights(), view, added.inputs(), removed.inputs());
      kernels.update(in_place.numbers.data(), in_place.data(), weights.weights(), view, added.inputs(),
                     removed.inputs());
      EXPECT_EQ(actual.numbers, expected.numbers);
      EXPECT_EQ(in_place.numbers, expected.numbers);
    }
  });
}

TEST_F(EveryKernel, AddsWhatItRemovesAndIsWhereItWas) {
  for_each_kernel([](const Kernels& kernels, util::Random& random) {
    const AnyWeights weights(random);
    const AnyInputs inputs(random);
    const AlignedRow from = any_row(random);
    AlignedRow to = from;
    kernels.update(to.numbers.data(), to.data(), weights.weights(), 1, inputs.inputs(), {});
    kernels.update(to.numbers.data(), to.data(), weights.weights(), 1, {}, inputs.inputs());
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
