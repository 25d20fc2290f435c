// PGN files: every game that is read is written and read back, also the readable part of a wrong one.
#include <optional>
#include <sstream>
#include <string>

#include "fuzz/laws.h"
#include "fuzz/position_laws.h"
#include "game/pgn_reader.h"
#include "game/pgn_writer.h"

namespace rocada::fuzz {
namespace {

void require_game_laws(const game::PgnGame& game) {
  const game::GameRecord record = game::to_game_record(game);
  require_sound(record.position());
  require(game::to_pgn_game(record).main_line.moves.size() == game.main_line.moves.size(), "the main line is playable");

  const std::string text = game::to_pgn(game);
  std::istringstream file(text);
  game::PgnReader reader(file);
  const auto again = reader.next();
  require(again.ok() && *again && **again == game, "what is written is read back", text);
  const auto end = reader.next();
  require(end.ok() && !*end, "a game is written as one game", text);
}

// Such as a short input can exceed.
game::PgnLimits small_limits() {
  game::PgnLimits limits;
  limits.game_bytes = 500;
  limits.tags = 8;
  limits.variation_depth = 3;
  limits.plies = 20;
  limits.moves_in_tree = 40;
  return limits;
}

void read_all(std::string_view text, const game::PgnLimits& limits) {
  std::istringstream file{std::string(text)};
  game::PgnReader reader(file, limits);
  for (std::size_t games = 0;; ++games) {
    require(games <= text.size(), "every game takes some of the text");
    const auto game = reader.next();
    if (!game) {
      require_readable(game.error());
      if (const auto part = reader.take_readable_part()) require_game_laws(*part);
    } else if (*game) {
      require_game_laws(**game);
    } else {
      break;
    }
  }
}

}  // namespace
}  // namespace rocada::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rocada;
  fuzz::read_all(fuzz::text_of(data, size), {});
  fuzz::read_all(fuzz::text_of(data, size), fuzz::small_limits());
  return 0;
}
