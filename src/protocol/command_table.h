// Finding the row of a command: the first word of a line, matched as a whole.
#pragma once

#include <cstddef>
#include <iterator>
#include <string_view>

#include "util/strings.h"

namespace rocada::protocol {

struct SplitLine {
  std::string_view word;  // the first; empty where the line is
  std::string_view rest;  // what follows, without surrounding white space
};

inline SplitLine split_first_word(std::string_view line) {
  line = util::trim(line);
  std::size_t end = 0;
  while (end < line.size() && !util::is_space(line[end])) ++end;
  return {line.substr(0, end), util::trim(line.substr(end))};
}

// The row whose `name` is `word`; null where there is none. `rows` is an array or a span.
template <typename Rows>
auto find_command(const Rows& rows, std::string_view word) -> decltype(std::data(rows)) {
  for (const auto& row : rows) {
    if (row.name == word) return &row;
  }
  return nullptr;
}

}  // namespace rocada::protocol
