#include "protocol/go_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <limits>
#include <system_error>
#include <utility>
#include <vector>

#include "chess/notation.h"
#include "eval/score.h"
#include "protocol/command_table.h"
#include "util/strings.h"

namespace rocada::protocol {

using chess::Color;
using util::Milliseconds;

namespace {

using Number = std::int64_t;

// No clock runs longer, and sums of such times do not overflow.
constexpr Milliseconds kLongestTime = std::chrono::hours(24 * 100);

// What was written, before it is made sense of.
struct Written {
  std::optional<Number> white_time, black_time, white_increment, black_increment, moves_to_go;
  std::optional<Number> depth, nodes, mate, move_time;
  bool infinite = false;
  bool ponder = false;
};

struct NumberArgument {
  std::string_view name;
  std::optional<Number> Written::*value;
};
constexpr NumberArgument kNumbers[] = {
    {"wtime", &Written::white_time},      {"btime", &Written::black_time},
    {"winc", &Written::white_increment},  {"binc", &Written::black_increment},
    {"movestogo", &Written::moves_to_go}, {"depth", &Written::depth},
    {"nodes", &Written::nodes},           {"mate", &Written::mate},
    {"movetime", &Written::move_time},
};

struct FlagArgument {
  std::string_view name;
  bool Written::*value;
};
constexpr FlagArgument kFlags[] = {
    {"infinite", &Written::infinite},
    {"ponder", &Written::ponder},
};

constexpr std::string_view kSearchMoves = "searchmoves";

bool is_keyword(std::string_view word) {
  return word == kSearchMoves || find_command(kNumbers, word) != nullptr || find_command(kFlags, word) != nullptr;
}

// A number too large to hold is as good as the largest.
std::optional<Number> parse_saturating(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    return text.front() == '-' ? std::numeric_limits<Number>::min() : std::numeric_limits<Number>::max();
  }
  if (error != std::errc{}) return std::nullopt;
  return value;
}

class Reader {
 public:
  Reader(std::string_view text, const chess::Position& position)
      : words_(util::split_words(text)), position_(position) {}

  void read_all() {
    while (!at_end()) {
      const std::string_view word = next();
      if (const auto* number = find_command(kNumbers, word)) {
        read_number(*number);
      } else if (const auto* flag = find_command(kFlags, word)) {
        written.*flag->value = true;
      } else if (word == kSearchMoves) {
        read_moves();
      } else {
        complain(fmt::format("go: unknown argument '{}'", util::printable(word)));
      }
    }
  }

  Written written;
  std::vector<chess::Move> only_moves;
  std::optional<std::string> complaint;

 private:
  bool at_end() const { return index_ == words_.size(); }
  std::string_view next() { return words_[index_++]; }
  // The words up to the next argument belong to this one.
  bool has_value() const { return !at_end() && !is_keyword(words_[index_]); }

  void complain(std::string message) {
    if (!complaint) complaint = std::move(message);
  }

  void read_number(const NumberArgument& argument) {
    if (!has_value()) return complain(fmt::format("go: {} needs a number", argument.name));
    const std::string_view text = next();
    const auto number = parse_saturating(text);
    if (!number) return complain(fmt::format("go: {} '{}' is not a number", argument.name, util::printable(text)));
    written.*argument.value = number;
  }

  void read_moves() {
    if (!has_value()) return complain("go: searchmoves needs moves");
    while (has_value()) {
      const std::string_view text = next();
      const auto move = chess::parse_move(position_, text);
      if (!move) {
        complain(fmt::format("go: illegal move {}: {}", util::printable(text), move.error().message));
      } else if (std::ranges::find(only_moves, *move) == only_moves.end()) {
        only_moves.push_back(*move);
      }
    }
  }

  std::vector<std::string_view> words_;
  const chess::Position& position_;
  std::size_t index_ = 0;
};

Milliseconds time_from(Number written, Milliseconds least) {
  return Milliseconds(std::clamp(written, Number{least.count()}, Number{kLongestTime.count()}));
}

std::optional<int> count_from(const std::optional<Number>& written) {
  if (!written) return std::nullopt;
  return static_cast<int>(std::clamp(*written, Number{1}, Number{eval::kMaxPly}));
}

// Our own clock; what the opponent has left does not bound our search.
std::optional<search::GameClock> clock_from(const Written& written, Color us) {
  const auto& time = us == Color::White ? written.white_time : written.black_time;
  const auto& increment = us == Color::White ? written.white_increment : written.black_increment;
  if (!time) return std::nullopt;
  search::GameClock clock;
  clock.time_left = time_from(*time, Milliseconds(1));
  clock.increment = time_from(increment.value_or(0), Milliseconds(0));
  // Some programs write 0 where there is no next time control.
  if (written.moves_to_go && *written.moves_to_go > 0) {
    clock.moves_to_go = static_cast<int>(std::min(*written.moves_to_go, Number{std::numeric_limits<int>::max()}));
  }
  return clock;
}

}  // namespace

GoArguments parse_go(std::string_view arguments, const chess::Position& position) {
  Reader reader(arguments, position);
  reader.read_all();
  const Written& written = reader.written;

  search::Limits limits;
  limits.depth = count_from(written.depth);
  limits.mate = count_from(written.mate);
  if (written.nodes) limits.nodes = static_cast<std::uint64_t>(std::max(*written.nodes, Number{1}));
  if (written.move_time) limits.move_time = time_from(*written.move_time, Milliseconds(1));
  limits.clock = clock_from(written, position.side_to_move());
  const bool bounded = limits.depth || limits.mate || limits.nodes || limits.move_time || limits.clock;
  limits.infinite = written.infinite || !bounded;
  limits.pondering = written.ponder;
  limits.only_moves = std::move(reader.only_moves);
  return {std::move(limits), std::move(reader.complaint)};
}

}  // namespace rocada::protocol
