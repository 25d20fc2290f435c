#include "util/json.h"

#include <fmt/ranges.h>

#include <cstddef>

namespace rocada::util {

namespace {

// How many bytes the UTF-8 character at the front takes; 0 where there is none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(0);
  const unsigned second = byte(1);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  // Longer than need be, half of a UTF-16 pair, or beyond the last character.
  if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F)) return 0;
  if ((first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F)) return 0;
  const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  return length;
}

std::string escaped(char c) {
  if (c == '"' || c == '\\') return {'\\', c};
  if (static_cast<unsigned char>(c) < ' ') return fmt::format("\\u{:04x}", static_cast<unsigned>(c));
  return {c};
}

}  // namespace

std::string json_string(std::string_view text) {
  constexpr std::string_view kReplacement = "\\ufffd";
  std::string json = "\"";
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) {
      json += kReplacement;
    } else if (length == 1) {
      json += escaped(text.front());
    } else {
      json += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return json + '"';
}

std::string json_array(const std::vector<std::string>& items) { return fmt::format("[{}]", fmt::join(items, ",")); }

std::string json_object(std::initializer_list<std::pair<std::string_view, std::string>> members) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : members) texts.push_back(fmt::format("{}:{}", json_string(name), value));
  return fmt::format("{{{}}}", fmt::join(texts, ","));
}

}  // namespace rocada::util
