// Tunables: the numbers of params.h that can be changed while the program runs. There are none, unless it is built for
// learn/tune (CMake's ROCADA_TUNING): then another file takes the place of this one, see cmake/tuning.cmake.
#pragma once

#include <span>
#include <string_view>

namespace rocada::search {

struct Tunable {
  std::string_view name;
  int* value;
};

inline std::span<const Tunable> tunables() { return {}; }

}  // namespace rocada::search
