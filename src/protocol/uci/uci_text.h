// The lines UCI prints, made from values. Pure functions.
#pragma once

#include <string>

#include "chess/notation.h"
#include "engine/options.h"
#include "eval/wdl.h"
#include "search/report.h"

namespace rocada::protocol::uci {

// How the protocol writes a text option without a value.
inline constexpr std::string_view kEmptyValue = "<empty>";

// How moves and scores are written; the options decide.
struct TextStyle {
  chess::CastlingText castling = chess::CastlingText::KingMove;
  bool show_wdl = false;
};

// "option name Hash type spin default 16 min 1 max 1048576"
std::string option_line(const engine::OptionSpec& spec);

// `scale` is that of the position searched.
std::string info_line(const search::Line& line, const eval::ScoreScale& scale, const TextStyle& style);
std::string info_line(const search::CurrentMove& move, const TextStyle& style);
// "bestmove e2e4 ponder e7e5"; 0000 where there is no legal move.
std::string best_move_line(const search::Finished& finished, const TextStyle& style);

}  // namespace rocada::protocol::uci
