// `position`: how UCI and the console set up a game.
#pragma once

#include <string_view>

#include "chess/variant.h"
#include "game/game_record.h"
#include "util/result.h"

namespace rocada::protocol {

// Reads `startpos|fen FEN [moves MOVE...]`. All of it is right, or nothing comes of it: the error says what is wrong.
util::Result<game::GameRecord> parse_position(std::string_view arguments, chess::Variant variant);

}  // namespace rocada::protocol
