// Small text helpers shared by everything that parses lines.
#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace rocada::util {

// ASCII only and independent of the locale: chess notation knows no other letters.
constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr char to_lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr char to_upper(char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }

std::string_view trim(std::string_view text);

// The words of a line, separated by any white space.
std::vector<std::string_view> split_words(std::string_view text);

struct SplitLine {
  std::string_view word;  // the first; empty where the line is
  std::string_view rest;  // what follows, without surrounding white space
};
SplitLine split_first_word(std::string_view line);

bool equal_ignoring_case(std::string_view a, std::string_view b);

// The whole of `text` as a number; nothing where it is not one or does not fit.
template <std::integral Integer>
std::optional<Integer> parse_integer(std::string_view text) {
  Integer value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// As one says a list: "a", "a and b", "a, b and c".
std::string spoken_list(const std::vector<std::string>& items);

// `text` made fit for one line of an error message: control characters replaced, long input shortened.
std::string printable(std::string_view text);

}  // namespace rocada::util
