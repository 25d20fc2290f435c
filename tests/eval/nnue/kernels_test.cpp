#include <gtest/gtest.h>

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

struct alignas(64) OutputWeights {
  std::array<Row, 2> views{};
  const std::int16_t* data() const { return views[0].data(); }
};

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

TEST_F(EveryKernel, UpdatesLikeTheScalarOne) {
  for_each_kernel([](const Kernels& kernels, util::Random& random) {
    const AlignedRow from = any_row(random);
    const AlignedRow added[] = {any_row(random), any_row(random)};
    const AlignedRow removed[] = {any_row(random), any_row(random)};
    AlignedRow expected;
    AlignedRow actual;
    kScalar.add1_sub1(expected.numbers.data(), from.data(), added[0].data(), removed[0].data());
    kernels.add1_sub1(actual.numbers.data(), from.data(), added[0].data(), removed[0].data());
    EXPECT_EQ(actual.numbers, expected.numbers);
    kScalar.add1_sub2(expected.numbers.data(), from.data(), added[0].data(), removed[0].data(), removed[1].data());
    kernels.add1_sub2(actual.numbers.data(), from.data(), added[0].data(), removed[0].data(), removed[1].data());
    EXPECT_EQ(actual.numbers, expected.numbers);
    kScalar.add2_sub2(expected.numbers.data(), from.data(), added[0].data(), added[1].data(), removed[0].data(),
                      removed[1].data());
    kernels.add2_sub2(actual.numbers.data(), from.data(), added[0].data(), added[1].data(), removed[0].data(),
                      removed[1].data());
    EXPECT_EQ(actual.numbers, expected.numbers);
  });
}

TEST_F(EveryKernel, AddsAndRemovesAnyNumberOfRowsLikeTheScalarOne) {
  for_each_kernel([](const Kernels& kernels, util::Random& random) {
    std::vector<AlignedRow> rows;
    for (int i = 0; i < 16; ++i) rows.push_back(any_row(random));
    std::vector<Numbers> added;
    std::vector<Numbers> removed;
    for (const AlignedRow& row : rows) {
      const std::uint32_t fate = random.below(3);
      if (fate != 0) (fate == 1 ? added : removed).push_back(row.data());
    }
    AlignedRow expected = any_row(random);
    AlignedRow actual = expected;
    const auto count = [](const std::vector<Numbers>& list) { return static_cast<int>(list.size()); };
    kScalar.add_sub_many(expected.numbers.data(), added.data(), count(added), removed.data(), count(removed));
    kernels.add_sub_many(actual.numbers.data(), added.data(), count(added), removed.data(), count(removed));
    EXPECT_EQ(actual.numbers, expected.numbers);
  });
}

TEST_F(EveryKernel, GivesTheOutputOfTheScalarOne) {
  for_each_kernel([](const Kernels& kernels, util::Random& random) {
    const AlignedRow own = any_row(random);
    const AlignedRow other = any_row(random);
    const int limit = std::min(kHighestOutputWeight, kHighestOutputSum / (2 * kHidden));
    OutputWeights weights;
    for (Row& row : weights.views) {
      for (std::int16_t& weight : row) {
        const auto span = static_cast<std::uint32_t>(2 * limit + 1);
        weight = static_cast<std::int16_t>(static_cast<int>(random.below(span)) - limit);
      }
    }
    EXPECT_EQ(kernels.output(own.data(), other.data(), weights.data()),
              kScalar.output(own.data(), other.data(), weights.data()));
  });
}

// As many full neurons with the highest weights as parse_network would let through.
TEST_F(EveryKernel, HoldsTheHighestOutputThatIsSafe) {
  AlignedRow full;
  full.numbers.fill(32767);
  for (const int sign : {1, -1}) {
    OutputWeights weights;
    int rest = kHighestOutputSum;
    for (Row& row : weights.views) {
      for (std::int16_t& weight : row) {
        const int size = std::min(rest, kHighestOutputWeight);
        weight = static_cast<std::int16_t>(sign * size);
        rest -= size;
      }
    }
    const std::int32_t expected = sign * (kHighestOutputSum - rest) * kQuantA * kQuantA;
    for (const Kernels* kernels : usable_kernels()) {
      EXPECT_EQ(kernels->output(full.data(), full.data(), weights.data()), expected) << kernels->name;
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
