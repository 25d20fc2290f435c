// Data generation: a game file filled with games of self-play, on several threads.
//
// Each thread plays whole games, the free numbers in turn. Since a game is decided by its number, a run that was
// stopped or killed and is continued later ends with the same games as one that was not; only their order in the file
// differs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "data/game.h"
#include "data/game_file.h"
#include "data/self_play.h"
#include "util/result.h"

namespace rocada::data {

inline constexpr std::uint32_t kMostGames = 1'000'000'000;
inline constexpr std::uint64_t kMostNodes = 1'000'000'000;

struct DatagenSettings {
  eval::nnue::SharedNetwork network;
  Origin origin;  // that network's
  std::string file;
  std::uint32_t games = 0;  // wanted in the file, those it already holds included
  int threads = 1;
  std::size_t block_bytes = GameFileWriter::kUsualBlockBytes;
};

struct DatagenProgress {
  std::uint32_t earlier_games = 0;  // that the file held before
  std::uint32_t games = 0;          // added by this run
  std::uint64_t positions = 0;      // in those
};

// Called once before the first game and then after each, one call at a time, from any thread.
using DatagenReport = std::function<void(const DatagenProgress&)>;

// Runs until the file holds the games wanted or `should_stop`; games in the middle are then dropped. Everything else is
// in the file when this returns.
util::Result<DatagenProgress> generate(const DatagenSettings& settings, const ShouldStop& should_stop,
                                       const DatagenReport& report);

}  // namespace rocada::data
