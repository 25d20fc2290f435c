#include "protocol/cecp/cecp_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "chess/game_kind.h"
#include "protocol/identity.h"
#include "util/strings.h"

namespace rocada::protocol::cecp {

std::string option_feature(const engine::OptionSpec& spec, std::string_view text) {
  using engine::OptionType;
  // Nothing can stand for a quote between quotes: rather no value than half of one.
  const std::string_view value = text.find('"') == std::string_view::npos ? text : "";
  const std::string name = engine::name_without_blanks(spec);
  switch (spec.type) {
    case OptionType::Check: return fmt::format("{} -check {}", name, value == "true" ? 1 : 0);
    case OptionType::Spin: return fmt::format("{} -spin {} {} {}", name, value, spec.minimum, spec.maximum);
    case OptionType::String: return fmt::format("{} -string {}", name, value);
    case OptionType::File: return fmt::format("{} -file {}", name, value);
    case OptionType::Button: return fmt::format("{} -button", name);
    case OptionType::Combo: break;
  }
  std::string choices;
  for (const std::string_view choice : util::split_words(spec.choices)) {
    choices += fmt::format("{}{}{}", choices.empty() ? "" : " /// ", choice == value ? "*" : "", choice);
  }
  return fmt::format("{} -combo {}", name, choices);
}

constexpr chess::GameKindList kVariants(&chess::GameKindWords::xboard, ",");

std::vector<std::string> feature_lines(const engine::Options& options) {
  std::vector<std::string> lines = {
      fmt::format("feature done=0 myname=\"{} {}\"", kEngineName, kEngineVersion),
      "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1 "
      "colors=0",
      "feature ics=0 name=1 pause=1 nps=1 debug=1 memory=1 smp=1 egt=\"syzygy\" exclude=1",
      fmt::format("feature variants=\"{}\"", kVariants.text()),
  };
  for (const engine::OptionSpec& spec : engine::option_table()) {
    if (spec.offered_in == engine::OfferedIn::Uci) continue;
    lines.push_back(fmt::format("feature option=\"{}\"", option_feature(spec, options.text(spec.id))));
  }
  lines.emplace_back("feature done=1");
  return lines;
}

int score_text_value(eval::Score score, const eval::ScoreScale& scale) {
  constexpr int kMateBase = 100000;
  if (!eval::is_mate_score(score)) return scale.centipawns(score);
  const int moves = eval::moves_to_mate(score);
  return score > 0 ? kMateBase + moves : -kMateBase + moves;
}

std::string thinking_line(const search::Line& line, const eval::ScoreScale& scale, std::string_view moves) {
  const std::string_view mark = line.bound == search::Bound::Upper   ? " ?"
                                : line.bound == search::Bound::Lower ? " !"
                                                                     : "";
  return fmt::format("{} {} {} {} {} {} {}\t{}{}", line.depth, score_text_value(line.score, scale),
                     line.effort.time.count() / 10, line.effort.nodes, line.selective_depth,
                     line.effort.nodes_per_second(), line.effort.tablebase_hits, moves, mark);
}

std::string book_line(const std::vector<std::string>& moves) {
  return fmt::format("0 0 0 0 (Book: {})", fmt::join(moves, ", "));
}

std::string stat_line(const search::Effort& effort, int depth, int moves_left, int moves_total, std::string_view move) {
  return fmt::format("stat01: {} {} {} {} {}{}{}", effort.time.count() / 10, effort.nodes, depth, moves_left,
                     moves_total, move.empty() ? "" : " ", move);
}

}  // namespace rocada::protocol::cecp
