// Recipe: an input read as numbers that say what to do to a large file, which is too long to be changed at random.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace rocada::fuzz {

class Recipe {
 public:
  Recipe(const std::uint8_t* data, std::size_t size) : left_(data, size) {}

  bool at_end() const { return left_.empty(); }
  // The lowest byte first; zeroes where the recipe ends.
  template <typename Integer>
  Integer take() {
    std::make_unsigned_t<Integer> number = 0;
    for (std::size_t i = 0; i < sizeof(Integer) && !left_.empty(); ++i) {
      number = static_cast<decltype(number)>(number | static_cast<decltype(number)>(left_.front()) << (8 * i));
      left_ = left_.subspan(1);
    }
    return static_cast<Integer>(number);
  }
  // From 0 to `limit` - 1.
  std::size_t below(std::size_t limit) { return take<std::uint32_t>() % limit; }

 private:
  std::span<const std::uint8_t> left_;
};

}  // namespace rocada::fuzz
