// Seeded pseudo-random numbers (SplitMix64): the same sequence on every machine, usable at compile time.
#pragma once

#include <cstdint>

namespace rocada::util {

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
    return mixed ^ (mixed >> 31);
  }

  // Uniform in [0, bound). The bias of the multiplication is below bound / 2^32: nothing a game would notice.
  constexpr std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
  }

 private:
  std::uint64_t state_;
};

// A number that looks random and depends on every bit of both.
constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) { return Random(a ^ Random(b).next()).next(); }

}  // namespace rocada::util
