#include "util/strings.h"

#include <algorithm>
#include <cstddef>
#include <string>

namespace rocada::util {

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

SplitLine split_first_word(std::string_view line) {
  line = trim(line);
  std::size_t end = 0;
  while (end < line.size() && !is_space(line[end])) ++end;
  return {line.substr(0, end), trim(line.substr(end))};
}

std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t start = 0;
  while (start < text.size()) {
    if (is_space(text[start])) {
      ++start;
      continue;
    }
    std::size_t end = start;
    while (end < text.size() && !is_space(text[end])) ++end;
    words.push_back(text.substr(start, end - start));
    start = end;
  }
  return words;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return to_lower(x) == to_lower(y); });
}

std::string spoken_list(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += i + 1 == items.size() ? " and " : ", ";
    text += items[i];
  }
  return text;
}

std::string printable(std::string_view text) {
  constexpr std::size_t kLongest = 100;
  std::string clean;
  for (const char c : text.substr(0, kLongest)) clean += is_control(c) ? '?' : c;
  if (text.size() > kLongest) clean += "...";
  return clean;
}

}  // namespace rocada::util
