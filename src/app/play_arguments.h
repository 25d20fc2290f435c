// The arguments of `rocada play`, as the command line gives them.
#pragma once

#include <optional>
#include <string>

namespace rocada::app {

inline constexpr int kLowestPlayLevel = 1;
inline constexpr int kHighestPlayLevel = 10;
inline constexpr int kDefaultPlayLevel = 5;

struct PlayArguments {
  std::string variant = "normal";  // or fischerandom, 3check
  std::optional<int> position;     // number of a Chess960 start position; at random for fischerandom without one
  std::optional<std::string> fen;  // instead of a start position
  std::string side = "white";      // what the user plays: white, black, both, none
  std::optional<int> level;        // kDefaultPlayLevel without one
  std::optional<int> move_time_ms;
  std::optional<std::string> pgn;  // where games are saved; a file named after the time without one
  bool ascii = false;
  bool no_color = false;
};

}  // namespace rocada::app
