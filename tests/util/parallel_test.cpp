#include "data/block_loop.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>

namespace rocada::data {
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

}  // namespace
}  // namespace rocada::data
