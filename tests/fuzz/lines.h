// An input cut at its line feeds, as the program cuts what it reads.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace rocada::fuzz {

// At least one, maybe empty.
inline std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  lines.push_back(text);
  return lines;
}

}  // namespace rocada::fuzz
