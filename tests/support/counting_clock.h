// A clock that stands still and counts who looks at it.
#pragma once

#include <atomic>
#include <cstdint>

#include "util/clock.h"

namespace rocada::test {

class CountingClock final : public util::Clock {
 public:
  util::TimePoint now() const override {
    ++looks_;
    return {};
  }
  std::uint64_t looks() const { return looks_; }

 private:
  mutable std::atomic<std::uint64_t> looks_ = 0;
};

}  // namespace rocada::test
