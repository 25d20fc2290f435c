// What a command says on standard error, in the one way all of them say it.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string_view>

namespace rocada::app {

inline void complain(std::string_view command, std::string_view message) {
  fmt::print(stderr, "rocada {}: {}\n", command, message);
}

// The exit status of a command that cannot do what was asked.
inline int fail(std::string_view command, std::string_view message) {
  complain(command, message);
  return 2;
}

}  // namespace rocada::app
