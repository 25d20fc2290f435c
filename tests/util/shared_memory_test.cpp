#include "util/shared_memory.h"

#include <gtest/gtest.h>

namespace rocada::util {
namespace {

constexpr std::size_t kBytes = 3 << 20;

std::uint64_t& word_of(const SharedMemory& memory, std::size_t index) {
  return static_cast<std::uint64_t*>(memory.data())[index];
}

TEST(SharedMemory, WhatOneWritesTheOtherReads) {
  auto made = SharedMemory::make(kBytes);
  ASSERT_TRUE(made.ok()) << made.error().message;
  const auto used = SharedMemory::use((*made)->place());
  ASSERT_TRUE(used.ok()) << used.error().message;
  ASSERT_NE((*made)->data(), (*used)->data());
  const std::size_t last = kBytes / sizeof(std::uint64_t) - 1;
  EXPECT_EQ(word_of(**used, last), 0u);
  word_of(**made, last) = 42;
  EXPECT_EQ(word_of(**used, last), 42u);
  EXPECT_TRUE((*made)->renew());
  EXPECT_EQ(word_of(**used, last), 0u);
}

TEST(SharedMemory, OutlivesWhoMadeIt) {
  auto made = SharedMemory::make(kBytes);
  ASSERT_TRUE(made.ok());
  word_of(**made, 0) = 7;
  const auto used = SharedMemory::use((*made)->place());
  ASSERT_TRUE(used.ok());
  const SharedMemory::Place place = (*made)->place();
  (*made).reset();
  EXPECT_EQ(word_of(**used, 0), 7u);
  EXPECT_FALSE(SharedMemory::use(place).ok());
}

TEST(SharedMemory, OfAnotherSizeIsRefused) {
  auto made = SharedMemory::make(kBytes);
  ASSERT_TRUE(made.ok());
  SharedMemory::Place place = (*made)->place();
  place.bytes *= 2;
  const auto used = SharedMemory::use(place);
  ASSERT_FALSE(used.ok());
  EXPECT_NE(used.error().message.find("/proc/"), std::string::npos);
}

}  // namespace
}  // namespace rocada::util
