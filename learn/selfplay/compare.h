// Game files held against each other: a game is decided by its seed and number, so whoever plays it plays the same.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "util/result.h"

namespace rocada::selfplay {

struct Comparison {
  std::uint32_t same = 0;
  std::vector<std::uint32_t> different{};  // numbers of games that both files have
  std::uint32_t only_in_first = 0;
  std::uint32_t only_in_second = 0;
};

// Whatever the order in which the games were finished. The error names the file that cannot be read, or says that the
// two are not of the same games.
util::Result<Comparison> compare(const std::string& first, const std::string& second);

}  // namespace rocada::selfplay
