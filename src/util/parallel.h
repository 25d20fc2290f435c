// Work shared out among threads that are started for it and end with it.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace rocada::util {

// Calls work(0) on the caller's thread and work(1) to work(threads - 1) on others. Where the system gives no more
// threads, those there are must do all of the work. What one of them throws, a want of memory, comes to the caller once
// all have ended.
template <typename Work>
void work_together(int threads, Work&& work) {
  std::mutex mutex;
  std::exception_ptr failure;
  const auto guarded = [&](int number) {
    try {
      work(number);
    } catch (...) {
      const std::scoped_lock lock(mutex);
      failure = std::current_exception();
    }
  };
  std::vector<std::jthread> helpers;
  try {
    for (int i = 1; i < threads; ++i) helpers.emplace_back(guarded, i);
  } catch (const std::system_error&) {
    // No more of them.
  }
  guarded(0);
  helpers.clear();  // joins
  if (failure) std::rethrow_exception(failure);
}

// Calls work(0) to work(count - 1), on several threads at a time; none any more once one has thrown.
template <typename Work>
void for_each_in_parallel(std::size_t count, int threads, Work&& work) {
  std::atomic<std::size_t> next{0};
  const int useful = count < static_cast<std::size_t>(threads) ? static_cast<int>(count) : threads;
  work_together(useful, [&](int) {
    try {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    } catch (...) {
      next = count;
      throw;
    }
  });
}

}  // namespace rocada::util
