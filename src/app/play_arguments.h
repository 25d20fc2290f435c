// The arguments of `rocada play`, as the command line gives them.
#pragma once

#include <optional>
#include <string>

namespace rocada::app {

inline constexpr int kDefaultPlayElo = 1600;

struct PlayArguments {
  std::string variant = "normal";   // or fischerandom, 3check
  std::optional<int> position;      // number of a Chess960 start position; at random for fischerandom without one
  std::optional<std::string> fen;   // instead of a start position
  std::string side = "white";       // what the user plays: white, black, both, none
  std::optional<int> elo;           // kDefaultPlayElo without one
  std::optional<int> move_time_ms;  // instead of a strength
  std::optional<std::string> pgn;   // where games are saved; a file named after the time without one
  bool ascii = false;
  bool no_color = false;
};

}  // namespace rocada::app
