#include "util/result.h"

#include <gtest/gtest.h>

#include <memory>

#include "util/static_vector.h"

namespace rocada::util {
namespace {

TEST(Result, HoldsEitherTheValueOrTheError) {
  const Result<int> good = 7;
  const Result<int> bad = Error{"no luck"};
  EXPECT_TRUE(good.ok());
  EXPECT_EQ(*good, 7);
  EXPECT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().message, "no luck");
}

TEST(Result, GivesAwayAValueThatCannotBeCopied) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(3);
  const std::unique_ptr<int> owned = *std::move(result);
  EXPECT_EQ(*owned, 3);
}

TEST(StaticVector, GrowsAndClears) {
  StaticVector<int, 3> numbers;
  EXPECT_TRUE(numbers.empty());
  numbers.push_back(4);
  numbers.push_back(5);
  EXPECT_EQ(numbers.size(), 2U);
  EXPECT_EQ(numbers[1], 5);
  int sum = 0;
  for (const int number : numbers) sum += number;
  EXPECT_EQ(sum, 9);
  numbers.clear();
  EXPECT_EQ(numbers.begin(), numbers.end());
}

}  // namespace
}  // namespace rocada::util
