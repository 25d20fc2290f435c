// Positions, moves and games from text that the test knows to be right.
#pragma once

#include <string_view>
#include <vector>

#include "chess/fen.h"
#include "chess/notation.h"
#include "game/game_record.h"

namespace rocada::test {

inline chess::Position position_of(std::string_view fen, chess::Variant variant = chess::Variant::Standard) {
  return chess::parse_fen(fen, variant).value();
}

inline chess::Move move_of(const chess::Position& position, std::string_view text) {
  return chess::parse_move(position, text).value();
}

inline game::GameRecord game_from(std::string_view fen, chess::Variant variant = chess::Variant::Standard) {
  return game::GameRecord(position_of(fen, variant));
}

inline game::GameRecord game_of(const std::vector<std::string_view>& moves,
                                const chess::Position& start = chess::start_position()) {
  game::GameRecord record(start);
  for (const std::string_view text : moves) record.play(move_of(record.position(), text));
  return record;
}

}  // namespace rocada::test
