// Clock: the only source of time below app/. Tests bring their own and move it by hand.
#pragma once

#include <chrono>

namespace rocada::util {

using Milliseconds = std::chrono::milliseconds;
using Duration = std::chrono::nanoseconds;
using TimePoint = std::chrono::time_point<std::chrono::steady_clock, Duration>;

class Clock {
 public:
  virtual ~Clock() = default;
  // Never goes back. Callable from any thread.
  virtual TimePoint now() const = 0;
};

class SteadyClock final : public Clock {
 public:
  TimePoint now() const override { return std::chrono::steady_clock::now(); }
};

}  // namespace rocada::util
