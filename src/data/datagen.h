// Data generation: a game file filled with games of self-play, on several threads.
//
// Each thread plays whole games, the free numbers in turn, and they are written in the order of their numbers: so the
// file is the same whoever plays which game, and how many do. Since a game is decided by its number, a run that was
// stopped or killed and is continued later ends with the same games as one that was not; those that were finished
// before an earlier one may then stand before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "data/game.h"
#include "data/game_file.h"
#include "data/self_play.h"
#include "util/result.h"
#include "util/shared_work.h"

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
// in the file when this returns. Helpers play games beside this process; null: nobody does.
util::Result<DatagenProgress> generate(const DatagenSettings& settings, const ShouldStop& should_stop,
                                       const DatagenReport& report, util::Helpers* helpers = nullptr);

// What helpers do: a unit of such a run's work, as its source has made it; nothing once `should_stop`.
std::optional<std::string> play_unit(SelfPlayer& player, std::string_view unit, const ShouldStop& should_stop);

}  // namespace rocada::data
