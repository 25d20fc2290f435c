// Perft suites: files of lines `FEN ;D1 n ;D2 n ...` with the right counts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.h"
#include "util/result.h"

namespace rocada::game {

struct PerftExpectation {
  int depth;
  std::uint64_t nodes;
};

struct PerftSuiteLine {
  std::size_t number;  // in the file, from 1
  chess::Position position;
  std::vector<PerftExpectation> expected;
};

// A line may end with other notes (`;id ...`), which are passed over.
util::Result<PerftSuiteLine> parse_perft_line(std::string_view text, std::size_t number, chess::Variant variant);

// All lines of a file but empty ones and comments (#). The error names file and line.
util::Result<std::vector<PerftSuiteLine>> read_perft_suite(const std::string& path, chess::Variant variant);

}  // namespace rocada::game
