// Checksums: 64 bits that tell one text from another and what is damaged from what was written. Not against forgers.
//
// There are three because there are files with each: FNV-1a in networks and journals, another in files of games, and
// one that takes numbers at a time, for hash tables, which may be very large: with FNV-1a, saving or loading one takes
// twice as long.
#pragma once

#include <cstdint>
#include <string_view>

#include "util/bytes.h"
#include "util/random.h"

namespace rocada::util {

class Fnv1a {
 public:
  constexpr void add(std::string_view text) {
    for (const char c : text) add(static_cast<std::uint8_t>(c));
  }
  constexpr void add(ByteView bytes) {
    for (const std::uint8_t byte : bytes) add(byte);
  }
  constexpr std::uint64_t value() const { return value_; }

 private:
  constexpr void add(std::uint8_t byte) { value_ = (value_ ^ byte) * 0x100000001B3ULL; }

  std::uint64_t value_ = 0xCBF29CE484222325ULL;
};

constexpr std::uint64_t fnv1a(std::string_view text) {
  Fnv1a sum;
  sum.add(text);
  return sum.value();
}
constexpr std::uint64_t fnv1a(ByteView bytes) {
  Fnv1a sum;
  sum.add(bytes);
  return sum.value();
}

// Each step is one to one, so a single wrong byte never goes unnoticed.
constexpr std::uint64_t mixed_checksum(ByteView bytes) {
  std::uint64_t sum = bytes.size();
  for (const std::uint8_t byte : bytes) sum = Random(sum ^ byte).next();
  return sum;
}

class NumberChecksum {
 public:
  constexpr void add(std::uint64_t number) {
    constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
    sum_ = (sum_ ^ number) * kOdd;
    sum_ ^= sum_ >> 29;
  }
  constexpr std::uint64_t value() const { return sum_; }

 private:
  std::uint64_t sum_ = 0;
};

}  // namespace rocada::util
