#include "util/random.h"

#include <gtest/gtest.h>

#include <array>

namespace rocada::util {
namespace {

TEST(Random, TheSameSeedGivesTheSameNumbers) {
  Random a(7);
  Random b(7);
  Random c(8);
  const std::uint64_t first = a.next();
  EXPECT_EQ(first, b.next());
  EXPECT_NE(first, c.next());
}

TEST(Random, NumbersBelowABoundAreEvenlySpread) {
  Random random(1);
  std::array<int, 6> seen{};
  for (int i = 0; i < 60000; ++i) ++seen.at(random.below(6));
  for (const int count : seen) EXPECT_NEAR(count, 10000, 400);
}

}  // namespace
}  // namespace rocada::util
