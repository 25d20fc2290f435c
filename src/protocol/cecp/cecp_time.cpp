// CECP: clocks and limits.
#include <fmt/format.h>

#include <algorithm>

#include "protocol/cecp/cecp.h"
#include "util/strings.h"

namespace rocada::protocol::cecp {

using util::Milliseconds;

void Cecp::level(Arguments arguments) {
  const auto control = engine::parse_level(arguments);
  if (!control) return error(control.error().message, fmt::format("level {}", arguments));
  move_time_.reset();
  // Some GUIs repeat the command before every move: that must not begin a new session.
  if (*control == control_) return;
  control_ = *control;
  control_set_at_ply_ = game_.size();
  own_clock_ = control_.base;
}

void Cecp::st(Arguments arguments) {
  const auto seconds = engine::parse_seconds(arguments);
  if (!seconds || seconds->count() <= 0) return error("not a time", fmt::format("st {}", arguments));
  move_time_ = *seconds;
  own_clock_ = *seconds;
}

void Cecp::sd(Arguments arguments) {
  const auto depth = util::parse_integer<int>(arguments);
  if (!depth || *depth < 1) return error("not a depth", fmt::format("sd {}", arguments));
  depth_limit_ = *depth;
}

// `nps 0` would have us count processor time; with one search at a time that is the wall clock.
void Cecp::nps(Arguments arguments) {
  const auto nodes = util::parse_integer<std::uint64_t>(arguments);
  if (!nodes) return error("not a number", fmt::format("nps {}", arguments));
  nodes_per_second_.reset();
  if (*nodes > 0) nodes_per_second_ = *nodes;
}

void Cecp::time(Arguments arguments) {
  const auto centiseconds = util::parse_integer<std::int64_t>(arguments);
  constexpr std::int64_t kLongest = 1'000'000'000;
  if (!centiseconds) return error("not a time", fmt::format("time {}", arguments));
  own_clock_ = Milliseconds(10 * std::clamp<std::int64_t>(*centiseconds, 0, kLongest));
}

// How much the opponent has left does not change how we play.
void Cecp::otim(Arguments) {}

// With `st` XBoard's clocks begin anew at each move. One that shows clearly less is for the whole game: whoever plays
// games of less than a second cannot say so with `level`.
bool Cecp::clock_is_of_this_move() const { return move_time_ && 10 * own_clock_ >= 9 * *move_time_; }

// By the side that is to move, since the control was set.
int Cecp::own_moves_made() const {
  return static_cast<int>((game_.size() - std::min(control_set_at_ply_, game_.size())) / 2);
}

std::optional<search::GameClock> Cecp::game_clock() const {
  if (clock_is_of_this_move()) return std::nullopt;
  if (move_time_) return search::GameClock{own_clock_, Milliseconds(0), std::nullopt};
  return search::GameClock{own_clock_, control_.increment, engine::moves_to_go(control_, own_moves_made())};
}

search::Limits Cecp::limits_on_the_clock() const {
  search::Limits limits;
  limits.clock = game_clock();
  // The smaller of the two counts.
  if (move_time_) limits.move_time = std::min(*move_time_, own_clock_);
  limits.depth = depth_limit_;
  limits.nodes_per_second = nodes_per_second_;
  limits.only_moves = allowed_root_moves();
  return limits;
}

// For GUIs that do not tell us our clock before every move. The move is not on the board yet.
void Cecp::charge_own_clock(const search::Effort& effort) {
  if (move_time_) return;
  const Milliseconds used = nodes_per_second_ ? Milliseconds(effort.nodes * 1000 / *nodes_per_second_) : effort.time;
  own_clock_ = std::max(Milliseconds(0), own_clock_ - used) + control_.increment;
  if (engine::moves_to_go(control_, own_moves_made()) == 1) own_clock_ += control_.base;
}

}  // namespace rocada::protocol::cecp
