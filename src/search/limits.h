// What bounds a search. Every field is independent; the first limit reached ends the search.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "chess/color.h"
#include "chess/move.h"
#include "util/clock.h"

namespace rocada::search {

// The clock of a game as it stands when it is our turn.
struct GameClock {
  util::Milliseconds time_left{0};
  util::Milliseconds increment{0};
  std::optional<int> moves_to_go;  // until the next time control; none: the time left is for the rest of the game
};

struct Limits {
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<std::uint64_t> soft_nodes;      // begin no further depth after so many nodes
  std::optional<int> mate;                      // stop once a mate in so many moves is found
  std::optional<util::Milliseconds> move_time;  // at most so long for this move
  std::optional<GameClock> clock;
  std::optional<std::uint64_t> nodes_per_second;  // count time as nodes / this, instead of by the clock
  bool infinite = false;                          // never finish before stop(), whatever the other limits say
  bool pondering = false;                         // no limit of time counts, and no finish, before ponder_hit()
  std::vector<chess::Move> only_moves;            // root moves to consider; empty: all
};

}  // namespace rocada::search
