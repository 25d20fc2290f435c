// A game as one line of text, for programs that hand games to each other: variant, start position and the moves by
// their codes, "normal|FEN|...". What is read is held against the rules.
#pragma once

#include <string>
#include <string_view>

#include "game/game_record.h"
#include "util/result.h"

namespace rocada::game {

std::string to_game_line(const GameRecord& game);
// The error says what is wrong.
util::Result<GameRecord> parse_game_line(std::string_view line);

}  // namespace rocada::game
