// What the C++ library of Debian's Emscripten lacks of C++20 and Rocada uses: algorithms of std::ranges, std::jthread.
//
// Included before every file of the web build, so that src/ need not know. Each does what the standard says as far as
// it is asked for here: whole ranges, with a comparison and a projection where Rocada has one.
#pragma once

#include <version>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000

#include <algorithm>
#include <functional>
#include <iterator>
#include <thread>
#include <utility>

namespace std {

class jthread : public thread {
 public:
  using thread::thread;
  jthread(jthread&&) = default;
  ~jthread() {
    if (joinable()) join();
  }
};

}  // namespace std

namespace std::ranges {

namespace gaps {

// std::ranges::less and greater are there, but refuse types that can be compared in one way only.
struct Less {
  constexpr bool operator()(const auto& a, const auto& b) const { return a < b; }
};
struct Itself {
  template <typename T>
  constexpr T&& operator()(T&& value) const {
    return std::forward<T>(value);
  }
};

template <typename Compare, typename Projection>
constexpr auto projected(Compare& compare, Projection& projection) {
  return [&](const auto& a, const auto& b) {
    return std::invoke(compare, std::invoke(projection, a), std::invoke(projection, b));
  };
}

}  // namespace gaps

template <typename Range, typename Value, typename Projection = gaps::Itself>
constexpr auto find(Range&& range, const Value& value, Projection projection = {}) {
  auto at = std::begin(range);
  while (at != std::end(range) && !(std::invoke(projection, *at) == value)) ++at;
  return at;
}

template <typename Range, typename Predicate>
constexpr auto find_if(Range&& range, Predicate predicate) {
  return std::find_if(std::begin(range), std::end(range), std::ref(predicate));
}

template <typename Range, typename Predicate>
constexpr bool all_of(Range&& range, Predicate predicate) {
  return std::all_of(std::begin(range), std::end(range), std::ref(predicate));
}

template <typename Range, typename Predicate>
constexpr bool any_of(Range&& range, Predicate predicate) {
  return std::any_of(std::begin(range), std::end(range), std::ref(predicate));
}

template <typename Range, typename Predicate>
constexpr bool none_of(Range&& range, Predicate predicate) {
  return std::none_of(std::begin(range), std::end(range), std::ref(predicate));
}

template <typename Range, typename Function>
constexpr void for_each(Range&& range, Function function) {
  for (auto&& item : range) std::invoke(function, item);
}

template <typename Range1, typename Range2, typename Predicate = std::equal_to<>>
constexpr bool equal(Range1&& a, Range2&& b, Predicate predicate = {}) {
  return std::equal(std::begin(a), std::end(a), std::begin(b), std::end(b), std::ref(predicate));
}

template <typename Range, typename Output>
constexpr Output copy(Range&& range, Output output) {
  return std::copy(std::begin(range), std::end(range), output);
}

template <typename Range, typename Output>
constexpr Output move(Range&& range, Output output) {
  return std::move(std::begin(range), std::end(range), output);
}

template <typename Range, typename Output, typename Function>
constexpr Output transform(Range&& range, Output output, Function function) {
  return std::transform(std::begin(range), std::end(range), output, std::ref(function));
}

template <typename Range, typename Value>
constexpr void replace(Range&& range, const Value& before, const Value& after) {
  std::replace(std::begin(range), std::end(range), before, after);
}

template <typename Range, typename Predicate, typename Value>
constexpr void replace_if(Range&& range, Predicate predicate, const Value& after) {
  std::replace_if(std::begin(range), std::end(range), std::ref(predicate), after);
}

template <typename Range, typename Compare = gaps::Less, typename Projection = gaps::Itself>
void sort(Range&& range, Compare compare = {}, Projection projection = {}) {
  std::sort(std::begin(range), std::end(range), gaps::projected(compare, projection));
}

template <typename Range, typename Compare = gaps::Less, typename Projection = gaps::Itself>
void stable_sort(Range&& range, Compare compare = {}, Projection projection = {}) {
  std::stable_sort(std::begin(range), std::end(range), gaps::projected(compare, projection));
}

template <typename Range, typename Compare = gaps::Less, typename Projection = gaps::Itself>
constexpr auto min_element(Range&& range, Compare compare = {}, Projection projection = {}) {
  return std::min_element(std::begin(range), std::end(range), gaps::projected(compare, projection));
}

template <typename Range, typename Compare = gaps::Less, typename Projection = gaps::Itself>
constexpr auto max(Range&& range, Compare compare = {}, Projection projection = {}) {
  return *std::max_element(std::begin(range), std::end(range), gaps::projected(compare, projection));
}

template <typename Range, typename Value, typename Compare = gaps::Less, typename Projection = gaps::Itself>
constexpr auto lower_bound(Range&& range, const Value& value, Compare compare = {}, Projection projection = {}) {
  return std::partition_point(std::begin(range), std::end(range), [&](const auto& item) {
    return std::invoke(compare, std::invoke(projection, item), value);
  });
}

template <typename Range, typename Value, typename Compare = gaps::Less, typename Projection = gaps::Itself>
constexpr auto upper_bound(Range&& range, const Value& value, Compare compare = {}, Projection projection = {}) {
  return std::partition_point(std::begin(range), std::end(range), [&](const auto& item) {
    return !std::invoke(compare, value, std::invoke(projection, item));
  });
}

template <typename Range, typename Value, typename Compare = gaps::Less, typename Projection = gaps::Itself>
constexpr bool binary_search(Range&& range, const Value& value, Compare compare = {}, Projection projection = {}) {
  const auto at = lower_bound(range, value, compare, projection);
  return at != std::end(range) && !std::invoke(compare, value, std::invoke(projection, *at));
}

}  // namespace std::ranges

#endif
