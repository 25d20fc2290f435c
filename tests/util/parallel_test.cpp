#include "util/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <mutex>
#include <new>
#include <set>
#include <vector>

namespace rocada::util {
namespace {

TEST(ForEachInParallel, EveryPieceIsDoneOnce) {
  for (const int threads : {1, 2, 5}) {
    std::vector<std::atomic<int>> done(100);
    for_each_in_parallel(done.size(), threads, [&](std::size_t i) { ++done[i]; });
    for (const auto& times : done) EXPECT_EQ(times, 1);
  }
}

TEST(ForEachInParallel, WhatAThreadThrowsComesToTheCaller) {
  for (const int threads : {1, 2, 5}) {
    const auto work = [](std::size_t i) {
      if (i == 37) throw std::bad_alloc();
    };
    EXPECT_THROW(for_each_in_parallel(100, threads, work), std::bad_alloc) << threads;
  }
}

TEST(WorkTogether, EachThreadHasItsNumber) {
  for (const int threads : {1, 2, 5}) {
    std::mutex mutex;
    std::multiset<int> numbers;
    work_together(threads, [&](int number) {
      const std::scoped_lock lock(mutex);
      numbers.insert(number);
    });
    EXPECT_EQ(numbers.size(), static_cast<std::size_t>(threads));
    EXPECT_EQ(*numbers.begin(), 0);
    EXPECT_EQ(*numbers.rbegin(), threads - 1);
  }
}

TEST(ForEachInParallel, NothingToDoIsDone) {
  for_each_in_parallel(0, 3, [](std::size_t) { FAIL() << "there is no piece"; });
}

}  // namespace
}  // namespace rocada::util
