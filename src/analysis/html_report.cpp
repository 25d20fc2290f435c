#include "analysis/html_report.h"

#include <fmt/format.h>

#include <cmath>

#include "analysis/report_page.h"
#include "chess/fen.h"
#include "chess/game_kind.h"
#include "chess/notation.h"
#include "util/json.h"

namespace rocada::analysis {

using chess::Color;
using chess::Move;
using chess::Position;
using util::json_array;
using util::json_number;
using util::json_object;
using util::json_string;

namespace {

std::string_view tag_of(const game::PgnGame& game, std::string_view name) {
  const std::string* value = game.tags.find(name);
  return value == nullptr ? std::string_view() : std::string_view(*value);
}

// Unknown things are not worth showing.
std::string_view known_tag(const game::PgnGame& game, std::string_view name) {
  const std::string_view value = tag_of(game, name);
  return value.starts_with('?') ? std::string_view() : value;
}

std::string accuracy_text(const PlayerSummary& player) {
  return player.accuracy ? fmt::format("{:.1f}", *player.accuracy) : "–";
}

std::string player_json(const game::PgnGame& game, const GameAnalysis& analysis, Color color) {
  const bool white = color == Color::White;
  const PlayerSummary& player = analysis.players[color];
  return json_object({{"name", json_string(tag_of(game, white ? "White" : "Black"))},
                      {"elo", json_string(known_tag(game, white ? "WhiteElo" : "BlackElo"))},
                      {"accuracy", json_string(accuracy_text(player))},
                      {"dubious", json_number(player.dubious)},
                      {"mistakes", json_number(player.mistakes)},
                      {"blunders", json_number(player.blunders)}});
}

// [["Nf3","-g1Nf3"],...]
std::string moves_json(const Position& start, const std::vector<Move>& moves) {
  std::vector<std::string> items;
  Position position = start;
  for (const Move move : moves) {
    items.push_back(
        json_array({json_string(chess::to_san(position, move)), json_string(board_change(position, move))}));
    position.make(move);
  }
  return json_array(items);
}

std::string line_json(const Position& start, const FoundLine& line) {
  const eval::Score score = start.side_to_move() == Color::White ? line.score : -line.score;
  return json_array({json_string(score_text(score, eval::ScoreScale(start))),
                     moves_json(start, legal_part(start, line.moves, kShownPlies))});
}

// Short names, for there are many moves: san, board, judgement, known to the book, comment, lines.
std::string move_json(const game::PgnGame& game, const game::GameRecord& record, const GameAnalysis& analysis,
                      std::size_t ply) {
  const Position& before = record.positions()[ply];
  const Move move = record.moves()[ply];
  std::string json = fmt::format("{{\"s\":{},\"b\":{}", json_string(chess::to_san(before, move)),
                                 json_string(board_change(before, move)));
  const Judgement judgement = analysis.moves[ply].judgement;
  if (judgement != Judgement::None) json += fmt::format(",\"j\":{}", json_string(mark_of(judgement)));
  if (analysis.moves[ply].book) json += ",\"k\":1";
  const std::string& comment = game.main_line.moves[ply].comment;
  if (!comment.empty()) json += fmt::format(",\"c\":{}", json_string(comment));
  std::vector<std::string> lines;
  for (const FoundLine* line : better_lines(record, analysis, ply)) lines.push_back(line_json(before, *line));
  if (!lines.empty()) json += fmt::format(",\"l\":{}", json_array(lines));
  return json + '}';
}

std::string game_json(const game::PgnGame& game, const game::GameRecord& record, const GameAnalysis& analysis) {
  std::vector<std::string> evaluations;
  std::vector<std::string> chances;  // what White can expect, in thousandths
  for (std::size_t i = 0; i < analysis.positions.size(); ++i) {
    const Position& position = record.positions()[i];
    const eval::ScoreScale scale(position);
    const eval::Score score = white_score(analysis.positions[i], position.side_to_move());
    evaluations.push_back(json_string(score_text(score, scale)));
    chances.push_back(json_number(std::lround(1000 * scale.points_between_people(score))));
  }
  std::vector<std::string> moves;
  for (std::size_t ply = 0; ply < record.size(); ++ply) moves.push_back(move_json(game, record, analysis, ply));
  std::vector<std::string> moments;
  for (const std::size_t ply : analysis.moments) moments.push_back(json_number(ply));
  const Position& start = record.start();
  const std::string fen = chess::to_fen(start);
  return json_object(
      {{"players", json_array({player_json(game, analysis, Color::White), player_json(game, analysis, Color::Black)})},
       {"event", json_string(known_tag(game, "Event"))},
       {"site", json_string(known_tag(game, "Site"))},
       {"date", json_string(known_tag(game, "Date"))},
       {"round", json_string(known_tag(game, "Round"))},
       {"variant", json_string(chess::words_of({start.variant(), game.chess960}).pgn)},
       {"result", json_string(game::text_of(game.result))},
       {"comment", json_string(game.main_line.comment)},
       {"board", json_string(fen.substr(0, fen.find(' ')))},
       {"white", util::json_boolean(start.side_to_move() == Color::White)},
       {"number", json_number(start.full_move_number())},
       {"checksToWin", json_number(start.rules().checks_to_win)},
       {"checks",
        json_array({json_number(start.checks_given(Color::White)), json_number(start.checks_given(Color::Black))})},
       {"evals", json_array(evaluations)},
       {"chances", json_array(chances)},
       {"moves", json_array(moves)},
       {"moments", json_array(moments)}});
}

std::string span(std::string_view css_class, std::string_view text) {
  return fmt::format("<span class=\"{}\">{}</span>", css_class, html_text(text));
}

std::string row(std::size_t number, const game::PgnGame& game, const GameAnalysis& analysis) {
  std::string about(known_tag(game, "Event"));
  if (const auto date = known_tag(game, "Date"); !date.empty())
    about += fmt::format("{}{}", about.empty() ? "" : ", ", date);
  int blunders = 0;
  for (const Color color : chess::kColors) blunders += analysis.players[color].blunders;
  return fmt::format("<a href=\"#{}\">{}{}{}{}{}{}</a>", number, span("nr", fmt::to_string(number)),
                     span("who", fmt::format("{} – {}", tag_of(game, "White"), tag_of(game, "Black"))),
                     span("result", game::text_of(game.result)),
                     span("acc", fmt::format("{} / {}", accuracy_text(analysis.players[Color::White]),
                                             accuracy_text(analysis.players[Color::Black]))),
                     span("bl", fmt::to_string(blunders)), span("about", about));
}

}  // namespace

std::string html_text(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      case '\'': escaped += "&#39;"; break;
      default: escaped += c;
    }
  }
  return escaped;
}

std::string json_in_html(std::string_view json) {
  std::string escaped;
  for (const char c : json) {
    if (c == '<') {
      escaped += "\\u003c";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string board_change(const Position& before, Move move) {
  Position after = before;
  const chess::MoveDelta delta = after.make(move);
  std::string change;
  for (const chess::PieceOnSquare& removed : delta.removed) change += '-' + removed.square.text();
  for (const chess::PieceOnSquare& added : delta.added) change += added.piece.letter() + added.square.text();
  return change;
}

std::string report_head(const ReportFacts& facts) {
  // No part of the page may come from anywhere else, whatever it says.
  constexpr std::string_view kPolicy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
  const std::string title = html_text(facts.title);
  std::string head = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  head += fmt::format("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n", kPolicy);
  head += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  head += fmt::format("<title>{}</title>\n<style>\n\n{}</style>\n</head>\n<body>\n{}", title, report_style(),
                      report_pieces());
  head += fmt::format(
      "<header><h1><a href=\"#\">{}</a></h1><p>{} {}, analysed by Rocada {} with {} for each position</p>"
      "</header>\n",
      title, facts.games, facts.games == 1 ? "game" : "games", html_text(ROCADA_VERSION), html_text(facts.limit));
  head +=
      "<noscript><p>The games are drawn by a script in this file, which this browser does not run.</p></noscript>\n";
  head +=
      "<nav id=\"list\">\n<input id=\"filter\" type=\"search\" placeholder=\"Find a game\" aria-label=\"Find a "
      "game\">\n"
      "<div class=\"row head\"><span class=\"nr\"></span><span class=\"who\">White – Black</span>"
      "<span class=\"result\">result</span><span class=\"acc\">accuracy</span><span class=\"bl\">blunders</span>"
      "<span class=\"about\"></span></div>\n<ol>\n";
  return head;
}

std::string report_game(const game::PgnGame& game, const AnalysedGame& analysed) {
  const auto& [number, record, analysis] = analysed;
  return fmt::format("<li class=\"row\">{}\n<script type=\"application/json\" id=\"data-{}\">{}</script></li>\n",
                     row(number, game, analysis), number, json_in_html(game_json(game, record, analysis)));
}

std::string report_tail() {
  return fmt::format("</ol>\n</nav>\n<main id=\"game\" hidden></main>\n<script>\n{}</script>\n</body>\n</html>\n",
                     report_script());
}

}  // namespace rocada::analysis
