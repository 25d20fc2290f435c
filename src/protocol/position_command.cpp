#include "protocol/position_command.h"

#include <fmt/format.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "protocol/command_table.h"
#include "util/strings.h"

namespace rocada::protocol {

using util::Error;
using util::Result;

namespace {

// What stands before and after the word `moves`.
struct Parts {
  std::string_view start;
  std::string_view moves;
};

Parts split_at_moves(std::string_view text) {
  for (const std::string_view word : util::split_words(text)) {
    if (word != "moves") continue;
    const auto before = static_cast<std::size_t>(word.data() - text.data());
    return {util::trim(text.substr(0, before)), util::trim(text.substr(before + word.size()))};
  }
  return {text, ""};
}

Result<chess::Position> parse_start(std::string_view text, chess::Variant variant) {
  const auto [kind, rest] = util::split_first_word(text);
  if (kind == "fen") {
    auto position = chess::parse_fen(rest, variant);
    if (!position) return Error{fmt::format("bad FEN: {}", position.error().message)};
    return position;
  }
  if (kind != "startpos") return Error{"a position is 'startpos' or 'fen' and a FEN, then maybe 'moves' and moves"};
  if (!rest.empty()) return Error{fmt::format("'moves' expected after startpos, not '{}'", util::printable(rest))};
  return chess::start_position(variant);
}

}  // namespace

Result<game::GameRecord> parse_position(std::string_view arguments, chess::Variant variant) {
  const Parts parts = split_at_moves(arguments);
  const auto start = parse_start(parts.start, variant);
  if (!start) return start.error();
  game::GameRecord record(*start);
  for (const std::string_view text : util::split_words(parts.moves)) {
    const auto move = chess::parse_move(record.position(), text);
    if (!move) return Error{fmt::format("illegal move {}: {}", util::printable(text), move.error().message)};
    record.play(*move);
  }
  return record;
}

}  // namespace rocada::protocol
