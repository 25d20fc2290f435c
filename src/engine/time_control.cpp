#include "engine/time_control.h"

#include <fmt/format.h>

#include <cmath>
#include <system_error>

#include "util/strings.h"

namespace rocada::engine {

using util::Error;
using util::Milliseconds;
using util::Result;

namespace {

// Seconds with decimals, not negative, not absurd.
std::optional<double> parse_decimal(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  constexpr double kLongest = 1e7;
  if (error != std::errc{} || end == text.data() || !(value >= 0) || value > kLongest) return std::nullopt;
  return value;
}

Milliseconds from_seconds(double seconds) { return Milliseconds(std::llround(seconds * 1000)); }

// "5", "0:30", "1:30.5": minutes, or minutes and seconds. What follows a number is ignored, as the protocol asks.
std::optional<Milliseconds> parse_base(std::string_view text) {
  const std::size_t colon = text.find(':');
  const auto minutes = parse_decimal(text.substr(0, colon));
  if (!minutes) return std::nullopt;
  if (colon == std::string_view::npos) return from_seconds(60 * *minutes);
  const auto seconds = parse_decimal(text.substr(colon + 1));
  if (!seconds) return std::nullopt;
  return from_seconds(60 * *minutes + *seconds);
}

}  // namespace

Result<TimeControl> parse_level(std::string_view arguments) {
  const auto words = util::split_words(arguments);
  if (words.size() < 3) return Error{"level needs moves, time and increment"};
  const auto moves = util::parse_integer<int>(words[0]);
  const auto base = parse_base(words[1]);
  const auto increment = parse_decimal(words[2]);
  if (!moves || *moves < 0) return Error{fmt::format("'{}' is not a number of moves", util::printable(words[0]))};
  if (!base) return Error{fmt::format("'{}' is not a time", util::printable(words[1]))};
  if (!increment) return Error{fmt::format("'{}' is not an increment", util::printable(words[2]))};
  return TimeControl{*moves, *base, from_seconds(*increment)};
}

std::optional<Milliseconds> parse_seconds(std::string_view text) {
  const auto seconds = parse_decimal(text);
  if (!seconds) return std::nullopt;
  return from_seconds(*seconds);
}

std::optional<int> moves_to_go(const TimeControl& control, int moves_made) {
  if (control.moves_per_session <= 0) return std::nullopt;
  return control.moves_per_session - moves_made % control.moves_per_session;
}

}  // namespace rocada::engine
