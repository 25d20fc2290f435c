// Numbers as bytes, the lowest byte first whatever the machine's own order is, and checksums over them.
#pragma once

#include <algorithm>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "util/random.h"

namespace rocada::data {

using Bytes = std::vector<std::uint8_t>;
using ByteView = std::span<const std::uint8_t>;

class ByteWriter {
 public:
  template <std::integral Integer>
  void put(Integer number) {
    const auto bits = static_cast<std::make_unsigned_t<Integer>>(number);
    std::uint8_t bytes[sizeof bits];
    for (std::size_t i = 0; i < sizeof bits; ++i) bytes[i] = static_cast<std::uint8_t>(bits >> (8 * i));
    put_bytes(bytes);
  }
  void put_bytes(ByteView bytes) {
    const std::size_t end = bytes_.size();
    bytes_.resize(end + bytes.size());
    std::ranges::copy(bytes, bytes_.begin() + static_cast<std::ptrdiff_t>(end));
  }

  std::size_t size() const { return bytes_.size(); }
  const Bytes& bytes() const { return bytes_; }
  // All that was put; the next begins anew.
  Bytes take() { return std::exchange(bytes_, {}); }

 private:
  Bytes bytes_;
};

// Takes from the front what a ByteWriter has put. The caller makes sure that enough is left.
class ByteReader {
 public:
  explicit ByteReader(ByteView bytes) : left_(bytes) {}

  std::size_t left() const { return left_.size(); }
  template <std::integral Integer>
  Integer take() {
    std::make_unsigned_t<Integer> bits = 0;
    const ByteView bytes = take_bytes(sizeof bits);
    for (std::size_t i = 0; i < sizeof bits; ++i) {
      bits = static_cast<decltype(bits)>(bits | static_cast<decltype(bits)>(bytes[i]) << (8 * i));
    }
    return static_cast<Integer>(bits);
  }
  ByteView take_bytes(std::size_t count) {
    assert(count <= left_.size());
    const ByteView taken = left_.first(count);
    left_ = left_.subspan(count);
    return taken;
  }

 private:
  ByteView left_;
};

// A number that looks random and depends on every bit of both.
constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  return util::Random(a ^ util::Random(b).next()).next();
}

// Each step is one to one, so a single wrong byte never goes unnoticed.
constexpr std::uint64_t checksum(ByteView bytes) {
  std::uint64_t sum = bytes.size();
  for (const std::uint8_t byte : bytes) sum = util::Random(sum ^ byte).next();
  return sum;
}

}  // namespace rocada::data
