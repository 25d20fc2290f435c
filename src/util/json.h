// JSON, written only: values as text that are put together from the inside out.
//
//   json_object({{"id", json_string(id)}, {"depth", json_number(depth)}})
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocada::util {

inline constexpr std::string_view kJsonNull = "null";

// Any bytes: what is no UTF-8 is replaced, since JSON cannot hold it.
std::string json_string(std::string_view text);

template <std::integral Integer>
std::string json_number(Integer number) {
  return fmt::to_string(number);
}
// null where there is no number.
template <std::integral Integer>
std::string json_number(const std::optional<Integer>& number) {
  return number ? json_number(*number) : std::string(kJsonNull);
}

inline std::string json_boolean(bool value) { return value ? "true" : "false"; }

// `items` and the second of each pair are JSON themselves.
std::string json_array(const std::vector<std::string>& items);
std::string json_object(std::initializer_list<std::pair<std::string_view, std::string>> members);

}  // namespace rocada::util
