// Expanding: game files replayed and turned into training records (training_record.h).
//
// Records stand in the order of their games and files, whatever the number of threads, and must be shuffled before use.
// Whether a game is held out for validation depends on its own number and seed alone: it stays held out whatever other
// files it is expanded with.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/block_loop.h"
#include "data/filter.h"
#include "data/game.h"
#include "util/result.h"

namespace rocada::data {

struct ExpandSettings {
  Filter filter;
  double validation_percent = 1.5;
  int threads = 1;
};

struct ExpandSummary {
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  std::uint64_t records = 0;
  std::uint64_t held_out = 0;  // records among them
};

// Is this game held out?
bool is_held_out(const Origin& origin, std::uint32_t number, double validation_percent);

// Writes the records of all files to `out`. The first thing wrong with a file ends it; the error names the place.
// Nothing is written before every file has shown a good header, and all of them the same variant. Progress is that of
// all files together.
util::Result<ExpandSummary> expand(const std::vector<std::string>& files, const std::string& out,
                                   const ExpandSettings& settings, const BytesProgress& progress);

}  // namespace rocada::data
