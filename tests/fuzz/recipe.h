// Recipe: an input read as numbers that say what to do to a large file, which is too long to be changed at random.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "util/bytes.h"

namespace rocada::fuzz {

class Recipe {
 public:
  Recipe(const std::uint8_t* data, std::size_t size) : left_(data, size) {}

  bool at_end() const { return left_.empty(); }
  // The lowest byte first; zeroes where the recipe ends.
  template <typename Integer>
  Integer take() {
    std::uint8_t bytes[sizeof(Integer)] = {};
    const util::ByteView taken = left_.first(std::min(sizeof bytes, left_.size()));
    std::ranges::copy(taken, bytes);
    left_ = left_.subspan(taken.size());
    return util::ByteReader(bytes).take<Integer>();
  }
  // From 0 to `limit` - 1.
  std::size_t below(std::size_t limit) { return take<std::uint32_t>() % limit; }

 private:
  util::ByteView left_;
};

}  // namespace rocada::fuzz
