#include "data/score_table.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>

#include "chess/game_kind.h"
#include "data/game.h"
#include "data/game_file.h"
#include "eval/wdl.h"
#include "game/pgn_game.h"
#include "game/pgn_reader.h"
#include "util/file.h"
#include "util/strings.h"

namespace rocada::data {

using game::GameResult;
using util::Done;
using util::Result;

namespace {

constexpr std::string_view points_of_white(GameResult result) {
  if (result == GameResult::Draw) return "0.5";
  return result == GameResult::WhiteWins ? "1" : "0";
}

std::string row(std::uint64_t game, const chess::Position& position, eval::Score white_score, GameResult result) {
  return fmt::format("{},{},{},{},{},{}\n", game, ply_of(position), chess::words_of({position.variant()}).xboard,
                     position.occupied().count(), white_score, points_of_white(result));
}

Result<Done> list_game_file(const std::string& file, const WriteLine& write) {
  auto reader = GameFileReader::open(file);
  if (!reader) return reader.error();
  write(fmt::format("# {}\n", util::printable(reader->origin().player)));
  while (true) {
    const auto block = reader->next();
    if (!block) return about(file, block.error());
    if (!*block) return Done{};
    const auto games = decode_games(**block);
    if (!games) return about(file, games.error());
    for (const Game& game : *games) {
      const auto record = replay(game);
      if (!record) return about(file, record.error());
      for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
        const eval::Score score = game.moves[ply].score;
        if (score != kUnscored && !is_decided(score))
          write(row(game.number, record->positions()[ply], score, game.result));
      }
    }
  }
}

Result<Done> list_pgn(const std::string& file, const WriteLine& write) {
  std::ifstream stream(util::path_of(file), std::ios::binary);
  if (!stream) return util::Error{fmt::format("cannot read {}: {}", file, std::strerror(errno))};
  game::PgnReader reader(stream);
  for (std::uint64_t number = 0;; ++number) {
    const auto game = reader.next();
    if (!game) return about(file, game.error());
    if (!*game) return Done{};
    if ((*game)->result == GameResult::Unknown) continue;
    const game::GameRecord record = game::to_game_record(**game);
    for (std::size_t ply = 0; ply < record.size(); ++ply) {
      const chess::Position& position = record.positions()[ply];
      const auto centipawns = centipawns_in_comment((*game)->main_line.moves[ply].comment);
      if (!centipawns) continue;
      const eval::Score score = eval::ScoreScale(position).score_of(*centipawns);
      write(row(number, position, seen_by(position.side_to_move(), score), (*game)->result));
    }
  }
}

bool is_game_file(const std::string& file) {
  std::ifstream stream(util::path_of(file), std::ios::binary);
  std::string beginning(kGameFileMagic.size(), '\0');
  stream.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  return beginning == kGameFileMagic;
}

}  // namespace

Result<Done> list_scores(const std::string& file, const WriteLine& write) {
  return is_game_file(file) ? list_game_file(file, write) : list_pgn(file, write);
}

std::optional<int> centipawns_in_comment(std::string_view comment) {
  const std::size_t end = comment.find('/');
  if (end == std::string_view::npos) return std::nullopt;
  std::string_view pawns = comment.substr(0, end);
  const bool negative = pawns.starts_with('-');
  if (negative || pawns.starts_with('+')) pawns.remove_prefix(1);
  const std::size_t point = pawns.find('.');
  if (point == std::string_view::npos || pawns.size() != point + 3) return std::nullopt;
  const auto whole = util::parse_integer<std::uint16_t>(pawns.substr(0, point));
  const auto hundredths = util::parse_integer<std::uint16_t>(pawns.substr(point + 1));
  if (!whole || !hundredths) return std::nullopt;
  const int centipawns = 100 * *whole + *hundredths;
  return negative ? -centipawns : centipawns;
}

}  // namespace rocada::data
