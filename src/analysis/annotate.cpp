#include "analysis/annotate.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

namespace rocada::analysis {

using chess::Color;
using game::PgnLine;
using game::PgnMove;

namespace {

constexpr std::string_view kBookRemark = "Book.";

std::string joined(std::string first, std::string_view second) {
  if (!first.empty() && !second.empty()) first += ' ';
  return first += second;
}

std::string eval_command(eval::Score score, const chess::Position& searched) {
  const std::string text = score_text(score, eval::ScoreScale(searched));
  return text.empty() ? text : fmt::format("[%eval {}]", text);
}

// Evaluations by whoever analysed the game before are not worth contradicting.
std::string without_eval_commands(std::string comment) {
  constexpr std::string_view kBegin = "[%eval ";
  for (std::size_t begin = comment.find(kBegin); begin != std::string::npos; begin = comment.find(kBegin, begin)) {
    const std::size_t end = comment.find(']', begin);
    if (end == std::string::npos) break;
    comment.erase(begin, end + 1 - begin);
  }
  return game::pgn_comment(comment);
}

std::string sentence_about(const JudgedMove& judged) {
  if (judged.book) return std::string(kBookRemark);
  if (!is_error(judged.judgement)) return "";
  return fmt::format("{}: from {:.0f}% to {:.0f}%.", name_of(judged.judgement), 100 * judged.chance_before,
                     100 * judged.chance_after);
}

PgnLine variation_of(const chess::Position& before, const FoundLine& line) {
  PgnLine variation;
  for (const chess::Move move : legal_part(before, line.moves, kShownPlies)) {
    variation.moves.push_back({move, {}, {}, {}});
  }
  if (!variation.moves.empty()) {
    const bool white = before.side_to_move() == Color::White;
    variation.moves.front().comment = eval_command(white ? line.score : -line.score, before);
  }
  return variation;
}

bool begins_with(const PgnLine& line, const PgnLine& beginning) {
  return std::ranges::equal(beginning.moves,
                            std::span(line.moves).first(std::min(line.moves.size(), beginning.moves.size())),
                            [](const PgnMove& a, const PgnMove& b) { return a.move == b.move; });
}

void add_variation(PgnMove& move, PgnLine variation) {
  if (variation.moves.empty()) return;
  const bool known =
      std::ranges::any_of(move.variations, [&](const PgnLine& existing) { return begins_with(existing, variation); });
  if (!known) move.variations.push_back(std::move(variation));
}

void annotate_move(PgnMove& move, const game::GameRecord& record, const GameAnalysis& analysis, std::size_t ply) {
  const JudgedMove& judged = analysis.moves[ply];
  const chess::Position& after = record.positions()[ply + 1];
  const eval::Score score = white_score(analysis.positions[ply + 1], after.side_to_move());
  const std::string found = joined(eval_command(score, after), sentence_about(judged));
  std::string comment = without_eval_commands(std::move(move.comment));
  if (judged.book && comment.starts_with(kBookRemark)) comment = game::pgn_comment(comment.substr(kBookRemark.size()));
  move.comment = joined(found, comment);
  const auto nag = nag_of(judged.judgement);
  if (nag && std::ranges::find(move.nags, *nag) == move.nags.end()) move.nags.push_back(*nag);
  for (const FoundLine* line : better_lines(record, analysis, ply)) {
    add_variation(move, variation_of(record.positions()[ply], *line));
  }
}

void set_accuracy(game::PgnTags& tags, std::string_view name, const PlayerSummary& player) {
  if (player.accuracy) tags.set(name, fmt::format("{:.1f}", *player.accuracy));
}

}  // namespace

game::PgnGame annotated(game::PgnGame game, const game::GameRecord& record, const GameAnalysis& analysis) {
  if (game.tags.find("Annotator") == nullptr) game.tags.set("Annotator", "Rocada " ROCADA_VERSION);
  set_accuracy(game.tags, "WhiteAccuracy", analysis.players[Color::White]);
  set_accuracy(game.tags, "BlackAccuracy", analysis.players[Color::Black]);
  for (std::size_t ply = 0; ply < analysis.moves.size(); ++ply) {
    annotate_move(game.main_line.moves[ply], record, analysis, ply);
  }
  return game;
}

}  // namespace rocada::analysis
