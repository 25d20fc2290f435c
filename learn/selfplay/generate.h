// Games of a fleet written to a file, as `rocada datagen` writes them.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "data/game.h"
#include "selfplay/fleet.h"

namespace rocada::selfplay {

struct GenerateSettings {
  FleetSettings fleet;
  std::string file;
  std::uint32_t games = 0;  // wanted in the file, those it already holds included
  double round_seconds = 0.5;
};

struct GenerateProgress {
  std::uint32_t earlier_games = 0;  // that the file held before
  std::uint32_t games = 0;          // added by this run
  std::uint64_t positions = 0;      // in those
  Totals totals;                    // of all moves, unfinished games included
  int players = 0;
};

// What the file says of who played. Not the engine's own name for a network: its search plays other games.
data::Origin origin_of(const NetworkNumbers& network, const FleetSettings& settings);

data::Game game_of(const Record& record);

// Runs until the file holds the games wanted or `should_stop`, asked once a round; games in the middle are dropped
// then. Reports before the first round and after each.
util::Result<GenerateProgress> generate(const NetworkNumbers& network, const GenerateSettings& settings,
                                        const std::function<bool()>& should_stop,
                                        const std::function<void(const GenerateProgress&)>& report);

}  // namespace rocada::selfplay
