// Laws that hold whatever the input. Where one does not, the program ends there, and the fuzzer keeps the input.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "util/result.h"
#include "util/strings.h"

namespace rocada::fuzz {

// `law` says what should be, `seen` what is.
inline void require(bool holds, std::string_view law, std::string_view seen = "") {
  if (holds) return;
  std::fprintf(stderr, "broken law: %.*s\n%.*s\n", static_cast<int>(law.size()), law.data(),
               static_cast<int>(seen.size()), seen.data());
  std::abort();
}

// Errors are shown to people, in the middle of a line.
inline void require_readable(const util::Error& error) {
  require(!error.message.empty(), "an error says what is wrong");
  require(std::ranges::none_of(error.message, util::is_control), "an error is text on one line", error.message);
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace rocada::fuzz
