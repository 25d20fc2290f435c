// The lines CECP sends: typed values in, text out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/options.h"
#include "eval/wdl.h"
#include "search/report.h"

namespace rocada::protocol::cecp {

// The answer to `protover`, the last line ending in done=1. Options show their present values.
std::vector<std::string> feature_lines(const engine::Options& options);

// An option as `feature option="..."` says it, with its present value.
std::string option_feature(const engine::OptionSpec& spec, std::string_view value);

// Centipawns; mates as 100000 + moves.
int score_text_value(eval::Score score, const eval::ScoreScale& scale);

// DEPTH SCORE TIME NODES SELDEPTH NPS TBHITS<TAB>PV; `scale` is that of the position searched.
std::string thinking_line(const search::Line& line, const eval::ScoreScale& scale, std::string_view moves);

// What is shown in place of thinking when the move comes from the book: each of its moves, as text. XBoard knows it by
// the parenthesis.
std::string book_line(const std::vector<std::string>& moves);

// stat01: TIME NODES DEPTH LEFT TOTAL MOVE
std::string stat_line(const search::Effort& effort, int depth, int moves_left, int moves_total, std::string_view move);

}  // namespace rocada::protocol::cecp
