// Fingerprint: 64 bits that tell one text from another (FNV-1a). For mix-ups and damage, not against forgers.
#pragma once

#include <cstdint>
#include <string_view>

namespace rocada::util {

class Fingerprint {
 public:
  constexpr void add(std::string_view text) {
    for (const char c : text) value_ = (value_ ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  }
  constexpr std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xCBF29CE484222325ULL;
};

constexpr std::uint64_t fingerprint_of(std::string_view text) {
  Fingerprint fingerprint;
  fingerprint.add(text);
  return fingerprint.value();
}

}  // namespace rocada::util
