// Finding the row of a command: a word, matched as a whole.
#pragma once

#include <iterator>
#include <string_view>

namespace rocada::protocol {

// The row whose `name` is `word`; null where there is none. `rows` is an array or a span.
template <typename Rows>
auto find_command(const Rows& rows, std::string_view word) -> decltype(std::data(rows)) {
  for (const auto& row : rows) {
    if (row.name == word) return &row;
  }
  return nullptr;
}

}  // namespace rocada::protocol
