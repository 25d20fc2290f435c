// Fleet: many players on one machine, seen from the host. host_fleet.cpp and gpu_fleet.cu both implement all of it.
//
// Games go on in rounds; after each the host collects what has been finished, while nothing plays.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "data/self_play_limits.h"
#include "selfplay/position.h"
#include "selfplay/record.h"
#include "selfplay/weights.h"
#include "util/result.h"

namespace rocada::selfplay {

struct FleetSettings {
  int players = 0;  // games at once; 0: as many as suit the machine
  int nodes = 0;
  int chess960_percent = 0;
  int played_out_percent = data::kUsualPlayedOutPercent;  // games that go on however clear they are
  std::uint64_t seed = 0;
  std::uint32_t games = 0;            // to play
  std::vector<std::uint32_t> gaps{};  // their numbers: these first,
  std::uint32_t first_fresh = 0;      // then all from here on
};

class Fleet {
 public:
  // The error says what the machine lacks.
  static util::Result<std::unique_ptr<Fleet>> create(const NetworkNumbers& network, const FleetSettings& settings);
  virtual ~Fleet() = default;

  virtual int players() const = 0;
  // Plays for about so long, on the host for a fixed number of turns. False once no player has anything left to do.
  virtual util::Result<bool> play_round(double seconds) = 0;
  // Calls function for each game finished in the last round.
  virtual void for_each_finished(const std::function<void(const Record&)>& function) const = 0;
  // Of all players, so far.
  virtual Totals totals() const = 0;
};

struct PerftTask {
  Position position;
  int depth = 0;
};

// The count of each task.
util::Result<std::vector<std::uint64_t>> perft_all(const std::vector<PerftTask>& tasks);

// "one H200" or "the host".
std::string machine_name();

}  // namespace rocada::selfplay
