// The time control of a game as CECP describes it, and the clocks it leads to.
//
// UCI gives clock values with every `go`; CECP gives the control once (`level`, `st`) and the clocks as they run, and
// leaves counting moves to the engine.
#pragma once

#include <optional>
#include <string_view>

#include "search/limits.h"
#include "util/clock.h"
#include "util/result.h"

namespace rocada::engine {

struct TimeControl {
  int moves_per_session = 0;  // 0: the whole game in one session
  util::Milliseconds base{0};
  util::Milliseconds increment{0};
  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

// `level MPS BASE INC`: BASE is minutes or minutes:seconds, INC seconds, both maybe with decimals.
util::Result<TimeControl> parse_level(std::string_view arguments);

// Seconds with or without decimals; nothing where it is not a time.
std::optional<util::Milliseconds> parse_seconds(std::string_view text);

// Moves until the next control for a side that has made `moves_made` since the control was set; none where there is
// none.
std::optional<int> moves_to_go(const TimeControl& control, int moves_made);

}  // namespace rocada::engine
