// An analysed game for programs: a row of CSV for each move, or an object of JSON for each game.
//
// Scores are those after the move, from White's point of view; chances are the player's. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "analysis/game_analysis.h"
#include "analysis/html_report.h"
#include "game/pgn_game.h"

namespace rocada::analysis {

// The names of the columns.
std::string_view csv_head();
std::string csv_game(const game::PgnGame& game, const AnalysedGame& analysed);

// Head, games in order and tail together are one object.
std::string json_head(const ReportFacts& facts);
std::string json_game(const game::PgnGame& game, const AnalysedGame& analysed);
std::string_view json_tail();

}  // namespace rocada::analysis
