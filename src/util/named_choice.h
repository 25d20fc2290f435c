// What there is in several makes, of which this processor can run some, the best first: one is chosen by name, as the
// environment says, or because it is the best.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace rocada::util {

// Null where none has that name.
template <typename Named>
const Named* find_named(const std::vector<const Named*>& usable, std::string_view name) {
  const auto found = std::ranges::find(usable, name, &Named::name);
  return found != usable.end() ? *found : nullptr;
}

// The best, or the one the environment names. A name that cannot be had counts as none: main() has refused it.
template <typename Named>
const Named& best_or_named(const std::vector<const Named*>& usable, const char* variable) {
  const char* wanted = std::getenv(variable);
  const Named* named = wanted != nullptr ? find_named(usable, wanted) : nullptr;
  return named != nullptr ? *named : *usable.front();
}

}  // namespace rocada::util
