// Scores beside results: what learn/fit-wdl fits the chances to. One line of text for each position in which a move was
// played, with the score of the search for it, from White's point of view and in units of the search, and what
// White made of the game. Positions whose game is decided by a mate or a tablebase tell nothing and are left out.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "util/result.h"

namespace rocada::data {

inline constexpr std::string_view kScoreTableHead = "game,ply,variant,pieces,score,result\n";

// Gets whole lines, with their ends.
using WriteLine = std::function<void(std::string_view)>;

// The lines of a game file; before them one that begins with '#' and names the player. Or of a PGN file in which the
// comment of each move begins with the score that Rocada showed for its own side and the depth, "+0.35/12", as programs
// that play matches write it; moves without and games without a result are left out. The error names the file.
util::Result<util::Done> list_scores(const std::string& file, const WriteLine& write);

// The centipawns such a comment begins with; nothing for mates and other words.
std::optional<int> centipawns_in_comment(std::string_view comment);

}  // namespace rocada::data
