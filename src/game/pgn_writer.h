// Games as PGN text, in the standard's export format.
//
// A pure function. The seven tag roster comes first, then Variant, SetUp and FEN where the start is not that of normal
// chess, then the other tags. Lines stay under 80 columns unless a single word is longer, or a command in a comment,
// [%eval 0.31], which is never broken. What is written reads back as the same game.
#pragma once

#include <string>

#include "game/pgn_game.h"

namespace rocada::game {

// With the empty line that parts it from the next game of a file.
std::string to_pgn(const PgnGame& game);

}  // namespace rocada::game
