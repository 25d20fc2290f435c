#include "data/game.h"

#include <fmt/format.h>

#include "chess/fen.h"
#include "chess/legality.h"
#include "chess/notation.h"

namespace rocada::data {

util::Result<game::GameRecord> replay(const Game& game) {
  game::GameRecord record(game.start);
  for (const auto& [move, score] : game.moves) {
    if (!chess::is_legal(record.position(), move)) {
      return util::Error{fmt::format("game {}, move {}: {} is not legal in {}", game.number, record.size() + 1,
                                     chess::to_coordinates(move, chess::CastlingText::KingTakesRook),
                                     chess::to_fen(record.position()))};
    }
    record.play(move);
  }
  return record;
}

}  // namespace rocada::data
