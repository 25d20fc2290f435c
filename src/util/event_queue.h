// EventQueue<T>: many threads push, one pops in order. Unbounded: a pusher never waits.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

namespace rocada::util {

template <typename T>
class EventQueue {
 public:
  void push(T event) {
    {
      const std::scoped_lock lock(mutex_);
      events_.push_back(std::move(event));
    }
    ready_.notify_one();
  }

  // Blocks until there is one.
  T pop() {
    std::unique_lock lock(mutex_);
    ready_.wait(lock, [&] { return !events_.empty(); });
    T event = std::move(events_.front());
    events_.pop_front();
    return event;
  }

 private:
  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<T> events_;
};

}  // namespace rocada::util
