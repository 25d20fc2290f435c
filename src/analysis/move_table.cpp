#include "analysis/move_table.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "chess/fen.h"
#include "chess/game_kind.h"
#include "chess/notation.h"
#include "eval/wdl.h"
#include "util/json.h"
#include "util/strings.h"

namespace rocada::analysis {

using chess::Color;
using chess::Move;
using chess::Position;
using util::json_array;
using util::json_number;
using util::json_object;
using util::json_string;

namespace {

// What either kind of table says of a move.
struct MoveEntry {
  std::string san;
  std::string coordinates;
  const JudgedMove& judged;
  std::optional<int> centipawns;  // one of the two
  std::optional<int> mate;        // in moves, negative where Black mates, 0 where somebody is mated
  std::vector<std::string> best;  // the line that the search preferred
};

chess::CastlingText castling_text(const game::PgnGame& game) {
  return game.chess960 ? chess::CastlingText::KingTakesRook : chess::CastlingText::KingMove;
}

std::vector<std::string> san_line(const Position& start, const std::vector<Move>& moves) {
  std::vector<std::string> line;
  Position position = start;
  for (const Move move : legal_part(start, moves, kShownPlies)) {
    line.push_back(chess::to_san(position, move));
    position.make(move);
  }
  return line;
}

MoveEntry entry_of(const game::PgnGame& game, const AnalysedGame& analysed, std::size_t ply) {
  const Position& before = analysed.record.positions()[ply];
  const Position& after = analysed.record.positions()[ply + 1];
  const Move move = analysed.record.moves()[ply];
  const eval::Score score = white_score(analysed.analysis.positions[ply + 1], after.side_to_move());
  MoveEntry entry{.san = chess::to_san(before, move),
                  .coordinates = chess::to_coordinates(move, castling_text(game)),
                  .judged = analysed.analysis.moves[ply],
                  .centipawns = std::nullopt,
                  .mate = std::nullopt,
                  .best = san_line(before, analysed.analysis.positions[ply].front().moves)};
  if (eval::is_mate_score(score)) {
    entry.mate = eval::moves_to_mate(score);
  } else {
    entry.centipawns = eval::ScoreScale(after).centipawns(score);
  }
  return entry;
}

std::string judgement_name(Judgement judgement) {
  std::string name(name_of(judgement));
  if (!name.empty()) name.front() = util::to_lower(name.front());
  return name;
}

std::string text_or_nothing(const std::optional<int>& number) { return number ? fmt::to_string(*number) : ""; }

std::string csv_row(const game::PgnGame& game, const AnalysedGame& analysed, std::size_t ply) {
  const MoveEntry entry = entry_of(game, analysed, ply);
  const Position& before = analysed.record.positions()[ply];
  return fmt::format("{},{},{},{},{},{},{},{},{},{:.3f},{:.3f},{},{}\n", analysed.number, ply + 1,
                     before.full_move_number(), chess::name_of(before.side_to_move()), entry.san, entry.coordinates,
                     entry.judged.book ? 1 : 0, text_or_nothing(entry.centipawns), text_or_nothing(entry.mate),
                     entry.judged.chance_before, entry.judged.chance_after, judgement_name(entry.judged.judgement),
                     entry.best.empty() ? "" : entry.best.front());
}

std::string json_of_move(const game::PgnGame& game, const AnalysedGame& analysed, std::size_t ply) {
  const MoveEntry entry = entry_of(game, analysed, ply);
  std::vector<std::string> best;
  for (const std::string& san : entry.best) best.push_back(json_string(san));
  const std::string judgement = judgement_name(entry.judged.judgement);
  return json_object({
      {"san", json_string(entry.san)},
      {"uci", json_string(entry.coordinates)},
      {"book", util::json_boolean(entry.judged.book)},
      {"score", entry.mate ? json_object({{"mate", json_number(*entry.mate)}})
                           : json_object({{"cp", json_number(entry.centipawns)}})},
      {"chance_before", fmt::format("{:.3f}", entry.judged.chance_before)},
      {"chance_after", fmt::format("{:.3f}", entry.judged.chance_after)},
      {"judgement", judgement.empty() ? std::string(util::kJsonNull) : json_string(judgement)},
      {"best", json_array(best)},
  });
}

std::string json_of_player(const PlayerSummary& player) {
  return json_object({
      {"accuracy", player.accuracy ? fmt::format("{:.1f}", *player.accuracy) : std::string(util::kJsonNull)},
      {"dubious", json_number(player.dubious)},
      {"mistakes", json_number(player.mistakes)},
      {"blunders", json_number(player.blunders)},
  });
}

std::string json_of_tags(const game::PgnTags& tags) {
  std::string json = "{";
  for (const game::PgnTag& tag : tags) {
    json += fmt::format("{}{}:{}", json.size() > 1 ? "," : "", json_string(tag.name), json_string(tag.value));
  }
  return json + '}';
}

}  // namespace

std::string_view csv_head() {
  return "game,ply,number,side,san,uci,book,centipawns,mate,chance_before,chance_after,judgement,best\n";
}

std::string csv_game(const game::PgnGame& game, const AnalysedGame& analysed) {
  std::string rows;
  for (std::size_t ply = 0; ply < analysed.record.size(); ++ply) rows += csv_row(game, analysed, ply);
  return rows;
}

std::string json_head(const ReportFacts& facts) {
  return fmt::format("{{\"program\":\"Rocada {}\",\"file\":{},\"limit\":{},\"games\":[", ROCADA_VERSION,
                     json_string(facts.title), json_string(facts.limit));
}

std::string json_game(const game::PgnGame& game, const AnalysedGame& analysed) {
  std::vector<std::string> moves;
  for (std::size_t ply = 0; ply < analysed.record.size(); ++ply) moves.push_back(json_of_move(game, analysed, ply));
  const Position& start = analysed.record.start();
  const std::string text = json_object({
      {"tags", json_of_tags(game.tags)},
      {"variant", json_string(chess::words_of({start.variant(), game.chess960}).pgn)},
      {"start", json_string(chess::to_fen(start))},
      {"result", json_string(game::text_of(game.result))},
      {"white", json_of_player(analysed.analysis.players[Color::White])},
      {"black", json_of_player(analysed.analysis.players[Color::Black])},
      {"moves", json_array(moves)},
  });
  return fmt::format("{}\n{}", analysed.number > 1 ? "," : "", text);
}

std::string_view json_tail() { return "\n]}\n"; }

}  // namespace rocada::analysis
