#include "protocol/uci/uci_text.h"

#include <fmt/format.h>

#include <iterator>
#include <string_view>

#include "util/strings.h"

namespace rocada::protocol::uci {

using engine::OptionType;
using search::Bound;

namespace {

std::string score_text(eval::Score score, const eval::ScoreScale& scale) {
  return eval::is_mate_score(score) ? fmt::format("mate {}", eval::moves_to_mate(score))
                                    : fmt::format("cp {}", scale.centipawns(score));
}

std::string_view bound_text(Bound bound) {
  switch (bound) {
    case Bound::Lower: return " lowerbound";
    case Bound::Upper: return " upperbound";
    case Bound::None:
    case Bound::Exact: break;
  }
  return "";
}

}  // namespace

std::string option_line(const engine::OptionSpec& spec) {
  std::string text = fmt::format("option name {} type ", spec.name);
  switch (spec.type) {
    case OptionType::Check: return text + fmt::format("check default {}", spec.default_value);
    case OptionType::Spin:
      return text + fmt::format("spin default {} min {} max {}", spec.default_value, spec.minimum, spec.maximum);
    case OptionType::Combo:
      text += fmt::format("combo default {}", spec.default_value);
      for (const std::string_view choice : util::split_words(spec.choices)) text += fmt::format(" var {}", choice);
      return text;
    case OptionType::String:
    case OptionType::File:
      return text + fmt::format("string default {}", spec.default_value.empty() ? kEmptyValue : spec.default_value);
    case OptionType::Button: break;
  }
  return text + "button";
}

std::string info_line(const search::Line& line, const eval::ScoreScale& scale, const TextStyle& style) {
  std::string text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "info depth {} seldepth {} multipv {} score {}{}", line.depth, line.selective_depth, line.rank,
                 score_text(line.score, scale), bound_text(line.bound));
  if (style.show_wdl) {
    const eval::WinDrawLoss wdl = scale.chances(line.score);
    fmt::format_to(out, " wdl {} {} {}", wdl.win, wdl.draw, wdl.loss);
  }
  const search::Effort& effort = line.effort;
  fmt::format_to(out, " nodes {} nps {} hashfull {} tbhits {} time {}", effort.nodes, effort.nodes_per_second(),
                 effort.hash_permille, effort.tablebase_hits, effort.time.count());
  if (!line.moves.empty()) text += " pv";
  for (const chess::Move move : line.moves) text += ' ' + chess::to_coordinates(move, style.castling);
  return text;
}

std::string info_line(const search::CurrentMove& move, const TextStyle& style) {
  return fmt::format("info depth {} currmove {} currmovenumber {}", move.depth,
                     chess::to_coordinates(move.move, style.castling), move.number);
}

std::string best_move_line(const search::Finished& finished, const TextStyle& style) {
  if (finished.best.is_none()) return "bestmove 0000";
  std::string text = "bestmove " + chess::to_coordinates(finished.best, style.castling);
  if (finished.reply) text += " ponder " + chess::to_coordinates(*finished.reply, style.castling);
  return text;
}

}  // namespace rocada::protocol::uci
