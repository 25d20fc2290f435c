// Is a text one JSON value? Follows the grammar of RFC 8259 and keeps nothing of what it reads.
#pragma once

#include <string_view>

#include "util/strings.h"

namespace rocada::test {

class JsonChecker {
 public:
  static bool accepts(std::string_view text) {
    JsonChecker checker(text);
    checker.skip_spaces();
    const bool value = checker.value();
    checker.skip_spaces();
    return value && checker.rest_.empty();
  }

 private:
  explicit JsonChecker(std::string_view text) : rest_(text) {}

  bool take(std::string_view expected) {
    if (!rest_.starts_with(expected)) return false;
    rest_.remove_prefix(expected.size());
    return true;
  }
  void skip_spaces() {
    while (!rest_.empty() && std::string_view(" \t\r\n").find(rest_.front()) != std::string_view::npos) take_any();
  }
  char take_any() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  bool value() {
    if (rest_.starts_with('{')) return list('}', [this] { return member(); });
    if (rest_.starts_with('[')) return list(']', [this] { return value(); });
    if (rest_.starts_with('"')) return string();
    return take("true") || take("false") || take("null") || number();
  }
  bool member() {
    if (!string()) return false;
    skip_spaces();
    if (!take(":")) return false;
    skip_spaces();
    return value();
  }
  template <typename Item>
  bool list(char end, Item item) {
    take_any();
    skip_spaces();
    if (take({&end, 1})) return true;
    while (true) {
      skip_spaces();
      if (!item()) return false;
      skip_spaces();
      if (take({&end, 1})) return true;
      if (!take(",")) return false;
    }
  }
  bool string() {
    if (!take("\"")) return false;
    while (!rest_.empty()) {
      const char c = take_any();
      if (c == '"') return true;
      if (static_cast<unsigned char>(c) < ' ' || (c == '\\' && !escape())) return false;
    }
    return false;
  }
  bool escape() {
    if (rest_.empty()) return false;
    const char c = take_any();
    if (c != 'u') return std::string_view("\"\\/bfnrt").find(c) != std::string_view::npos;
    for (int i = 0; i < 4; ++i) {
      if (rest_.empty()) return false;
      const char digit = util::to_lower(take_any());
      if (!util::is_digit(digit) && (digit < 'a' || digit > 'f')) return false;
    }
    return true;
  }
  bool digits() {
    if (rest_.empty() || !util::is_digit(rest_.front())) return false;
    while (!rest_.empty() && util::is_digit(rest_.front())) take_any();
    return true;
  }
  bool number() {
    take("-");
    if (!take("0") && !digits()) return false;
    if (take(".") && !digits()) return false;
    if (!take("e") && !take("E")) return true;
    if (!take("+")) take("-");
    return digits();
  }

  std::string_view rest_;
};

}  // namespace rocada::test
