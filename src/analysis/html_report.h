// The report of an analysis as one HTML file that needs nothing else.
//
// It is put together from a head, one section for each game and a tail, so that it can be written while games come in.
// A game is a row of the list and a block of JSON that nothing looks at before the row is chosen; then the script of
// the page (report_page.h) draws it. Text from the games is escaped in both places, and the script adds it as text
// only.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "analysis/game_analysis.h"
#include "game/pgn_game.h"

namespace rocada::analysis {

struct ReportFacts {
  std::string title;
  std::size_t games = 0;
  std::string limit;  // of each search, in words
};

std::string report_head(const ReportFacts& facts);
std::string report_game(const game::PgnGame& game, const AnalysedGame& analysed);
std::string report_tail();

// As it must stand in HTML, between tags or in quotes.
std::string html_text(std::string_view text);
// JSON as it must stand in a script element: it holds no '<', so nothing in it can end the element.
std::string json_in_html(std::string_view json);
// What a move changes on the board: "-e2Pe4" takes away what is on e2 and puts a white pawn on e4. First the moving
// piece leaves; the first piece put down is the one that moved.
std::string board_change(const chess::Position& before, chess::Move move);

}  // namespace rocada::analysis
