// Expectations on printed lines, written as transcripts: `*` in an expected line stands for any text.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace rocada::test {

using Lines = std::vector<std::string>;

inline bool fits(std::string_view line, std::string_view pattern) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return line == pattern;
  if (!line.starts_with(pattern.substr(0, star))) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t from = star; from <= line.size(); ++from) {
    if (fits(line.substr(from), rest)) return true;
  }
  return false;
}

inline std::string listed(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += "\n  " + line;
  return text.empty() ? " nothing" : text;
}

// The lines are these and no others.
inline testing::AssertionResult matches(const Lines& lines, const Lines& patterns) {
  if (std::ranges::equal(lines, patterns, fits)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "expected:" << listed(patterns) << "\nprinted:" << listed(lines);
}

// One of the lines is this.
inline testing::AssertionResult contains(const Lines& lines, std::string_view pattern) {
  if (std::ranges::any_of(lines, [&](const std::string& line) { return fits(line, pattern); })) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << "expected a line:\n  " << pattern << "\nprinted:" << listed(lines);
}

}  // namespace rocada::test
