// Numbers as bytes, whatever the machine's own order is: the lowest byte first, unless a format wants the highest
// first.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace rocada::util {

using Bytes = std::vector<std::uint8_t>;
using ByteView = std::span<const std::uint8_t>;

inline ByteView bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}
inline ByteView bytes_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}
inline std::string text_of(ByteView bytes) { return {bytes.begin(), bytes.end()}; }

// How far a number's byte is shifted that stands at `index` of `size`.
template <std::endian kOrder>
constexpr std::size_t shift_of_byte(std::size_t index, std::size_t size) {
  return 8 * (kOrder == std::endian::little ? index : size - 1 - index);
}

template <std::endian kOrder>
class OrderedByteWriter {
 public:
  template <std::integral Integer>
  void put(Integer number) {
    const auto bits = static_cast<std::make_unsigned_t<Integer>>(number);
    std::uint8_t bytes[sizeof bits];
    for (std::size_t i = 0; i < sizeof bits; ++i) {
      bytes[i] = static_cast<std::uint8_t>(bits >> shift_of_byte<kOrder>(i, sizeof bits));
    }
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

// Takes from the front what a writer of the same order has put. The caller makes sure that enough is left.
template <std::endian kOrder>
class OrderedByteReader {
 public:
  explicit OrderedByteReader(ByteView bytes) : left_(bytes) {}

  std::size_t left() const { return left_.size(); }
  template <std::integral Integer>
  Integer take() {
    std::make_unsigned_t<Integer> bits = 0;
    const ByteView bytes = take_bytes(sizeof bits);
    for (std::size_t i = 0; i < sizeof bits; ++i) {
      const auto byte = static_cast<decltype(bits)>(bytes[i]);
      bits = static_cast<decltype(bits)>(bits | byte << shift_of_byte<kOrder>(i, sizeof bits));
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

using ByteWriter = OrderedByteWriter<std::endian::little>;
using ByteReader = OrderedByteReader<std::endian::little>;
using BigEndianWriter = OrderedByteWriter<std::endian::big>;
using BigEndianReader = OrderedByteReader<std::endian::big>;

}  // namespace rocada::util
