// Gate: who comes to it goes on while it is open, and waits while it is closed. For any thread.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace rocada::util {

// Not std::atomic's wait(): before GCC 13 it can miss its notification where the system has no futex, as on Windows.
class Gate {
 public:
  bool is_closed() const { return closed_.load(std::memory_order_relaxed); }

  void close() { closed_ = true; }

  void open() {
    {
      const std::scoped_lock lock(mutex_);
      closed_ = false;
    }
    opened_.notify_all();
  }

  void pass() {
    if (!is_closed()) return;
    std::unique_lock lock(mutex_);
    opened_.wait(lock, [&] { return !closed_; });
  }

 private:
  std::atomic<bool> closed_ = false;
  std::mutex mutex_;
  std::condition_variable opened_;
};

}  // namespace rocada::util
