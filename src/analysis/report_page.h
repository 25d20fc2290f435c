// The fixed parts of an HTML report, which are the files of analysis/report.
//
// The page's place stands in its address: #GAME, #GAME/PLY, or #GAME/PLY/LINE/STEP inside a better line for the move
// that leads to PLY. The script puts text in by textContent and never as HTML. A piece is drawn once, on a square of 45
// units: fill and outline are inherited from the place of use, and what is drawn in currentColor is the detail inside.
#pragma once

#include <string_view>

namespace rocada::analysis {

std::string_view report_style();
std::string_view report_pieces();
std::string_view report_script();

}  // namespace rocada::analysis
