// The fixed parts of an HTML report: how it looks, the pieces, and the script that draws a game.
#pragma once

#include <string_view>

namespace rocada::analysis {

std::string_view report_style();
// The shapes of the six pieces, drawn for Rocada; colours come from where they are used.
std::string_view report_pieces();
std::string_view report_script();

}  // namespace rocada::analysis
