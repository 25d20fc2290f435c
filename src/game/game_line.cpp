#include "game/game_line.h"

#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <cstdint>

#include "chess/fen.h"
#include "chess/game_kind.h"
#include "chess/legality.h"

namespace rocada::game {

using util::Error;
using util::Result;

namespace {

constexpr char kSeparator = '|';
constexpr std::size_t kDigitsOfMove = 4;

}  // namespace

std::string to_game_line(const GameRecord& game) {
  const chess::Position& start = game.start();
  std::string line = fmt::format("{}{}{}{}", chess::words_of({start.variant()}).xboard, kSeparator,
                                 chess::to_fen(start, chess::CastlingLetters::Shredder), kSeparator);
  for (const chess::Move move : game.moves()) line += fmt::format("{:04x}", move.code());
  return line;
}

Result<GameRecord> parse_game_line(std::string_view line) {
  const std::size_t after_variant = line.find(kSeparator);
  const std::size_t after_start = line.rfind(kSeparator);
  if (after_variant == after_start) return Error{"a game has a variant, a start position and moves"};
  const std::string_view name = line.substr(0, after_variant);
  const std::string_view fen = line.substr(after_variant + 1, after_start - after_variant - 1);
  const std::string_view moves = line.substr(after_start + 1);
  const auto kind = chess::find_game_kind(&chess::GameKindWords::xboard, name);
  if (!kind || kind->chess960) return Error{fmt::format("there is no variant '{}'", name)};
  const auto start = chess::parse_fen(fen, kind->rules);
  if (!start) return start.error();
  GameRecord game(*start);
  if (moves.size() % kDigitsOfMove != 0) return Error{"the last move is not whole"};
  for (std::size_t at = 0; at < moves.size(); at += kDigitsOfMove) {
    const char* const digits = moves.data() + at;
    std::uint16_t code = 0;
    const auto read = std::from_chars(digits, digits + kDigitsOfMove, code, 16);
    const auto move = chess::Move::from_code(code);
    if (read.ptr != digits + kDigitsOfMove || !chess::is_legal(game.position(), move)) {
      return Error{fmt::format("move {} is not legal", game.size() + 1)};
    }
    game.play(move);
  }
  return game;
}

}  // namespace rocada::game
