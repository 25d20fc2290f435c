// The rules for the page: src/chess and src/game, and when Rocada agrees to a draw, behind a few functions that take
// and give text.
//
// A game comes as its kind, the FEN of its start and its moves, separated by blanks; answers are JSON, as rules.d.ts
// describes them, and stay until the next call. web/rules/rules.js is the other side.
#include <emscripten.h>
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "chess/castling.h"
#include "chess/draw.h"
#include "chess/fen.h"
#include "chess/game_kind.h"
#include "chess/legality.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/perft.h"
#include "chess/variants/chess960.h"
#include "engine/draw_policy.h"
#include "game/game_record.h"
#include "game/pgn_game.h"
#include "game/pgn_reader.h"
#include "game/pgn_writer.h"
#include "search/handicap.h"
#include "util/json.h"
#include "util/result.h"
#include "util/strings.h"

namespace rocada::web {

namespace {

using chess::CastlingText;
using chess::Color;
using chess::GameKind;
using chess::Move;
using chess::Position;
using chess::Square;
using util::Error;
using util::json_array;
using util::json_boolean;
using util::json_number;
using util::json_object;
using util::json_string;
using util::Result;

constexpr int kDeepestPerft = 6;

const char* answer(std::string text) {
  static std::string kept;
  kept = std::move(text);
  return kept.c_str();
}

std::string failure(std::string_view message) { return json_object({{"error", json_string(message)}}); }

std::string_view word_of(GameKind kind) { return chess::words_of(kind).web; }

std::string_view word_of(Color color) { return color == Color::White ? "white" : "black"; }

std::string_view word_of(chess::Ending ending) {
  constexpr std::array<std::string_view, 7> kWords = {"",         "checkmate", "checks",    "stalemate",
                                                      "material", "fifty",     "repetition"};
  return kWords[static_cast<std::size_t>(ending)];
}

CastlingText castling_in(GameKind kind) { return kind.chess960 ? CastlingText::KingTakesRook : CastlingText::KingMove; }

Result<GameKind> parse_kind(std::string_view word) {
  if (const auto kind = chess::parse_game_kind(word)) return *kind;
  return Error{fmt::format("there is no game '{}'", util::printable(word))};
}

// ---------------------------------------------------------------------------------------------------------------------
// A game as it comes

struct Line {
  GameKind kind;
  game::GameRecord record;
};

Result<Line> read_line(std::string_view kind_word, std::string_view fen, std::string_view moves) {
  auto kind = parse_kind(kind_word);
  if (!kind) return kind.error();
  const auto start = chess::parse_fen(fen, kind->rules);
  if (!start) return start.error();
  if (game::castles_as_chess960(*start)) kind->chess960 = true;
  Line line{*kind, game::GameRecord(*start)};
  for (const std::string_view word : util::split_words(moves)) {
    const auto move = chess::parse_move(line.record.position(), word);
    if (!move) {
      return Error{
          fmt::format("move {}, {}: {}", line.record.size() / 2 + 1, util::printable(word), move.error().message)};
    }
    line.record.play(*move);
  }
  return line;
}

// ---------------------------------------------------------------------------------------------------------------------
// Answers

Square target_of(const Position& position, Move move) {
  if (!move.is_castling()) return move.to();
  return chess::castled_king(position.side_to_move(), chess::castling_side(move.from(), move.to()));
}

std::string quoted(Square square) { return json_string(square.text()); }

std::string to_json(const Position& position, Move move, GameKind kind) {
  std::string json =
      fmt::format(R"({{"uci":{},"san":{},"from":{},"to":{},"captures":{})",
                  json_string(chess::to_coordinates(move, castling_in(kind))),
                  json_string(chess::to_san(position, move)), quoted(move.from()), quoted(target_of(position, move)),
                  json_boolean(position.captured_by(move) != chess::PieceType::None));
  if (move.is_castling()) json += fmt::format(R"(,"rook":{})", quoted(move.to()));
  if (move.is_promotion()) {
    json += fmt::format(R"(,"promotion":"{}")", util::to_lower(chess::letter_of(move.promotion_type())));
  }
  return json + '}';
}

std::string board_text(const Position& position) {
  std::string board;
  for (int rank = 7; rank >= 0; --rank) {
    for (int file = 0; file < 8; ++file) board += position.piece_on(Square::from_index(8 * rank + file)).letter();
  }
  return board;
}

std::string to_json(const game::Outcome& outcome) {
  if (!outcome.is_over()) return std::string(util::kJsonNull);
  return json_object({{"ending", json_string(word_of(outcome.ending))},
                      {"winner", outcome.winner ? json_string(word_of(*outcome.winner)) : std::string(util::kJsonNull)},
                      {"result", json_string(game::text_of(outcome.result()))},
                      {"reason", json_string(outcome.reason())}});
}

std::string last_move_of(const game::GameRecord& record) {
  if (record.moves().empty()) return std::string(util::kJsonNull);
  const Position& before = record.positions()[record.size() - 1];
  const Move move = record.moves().back();
  return json_object({{"from", quoted(move.from())},
                      {"to", quoted(target_of(before, move))},
                      {"san", json_string(chess::to_san(before, move))}});
}

std::string state_of(const Line& line) {
  const Position& position = line.record.position();
  const game::Outcome outcome = line.record.outcome();
  std::vector<std::string> legal;
  for (const Move move : chess::legal_moves(position)) legal.push_back(to_json(position, move, line.kind));
  std::vector<std::string> checkers;
  for (const Square square : position.checkers()) checkers.push_back(quoted(square));
  std::string checks_given(util::kJsonNull);
  if (position.rules().checks_to_win > 0) {
    checks_given = json_object({{"white", json_number(position.checks_given(Color::White))},
                                {"black", json_number(position.checks_given(Color::Black))}});
  }
  const bool claimable = outcome.ending == chess::Ending::FiftyMoves || outcome.ending == chess::Ending::Repetition;
  return json_object({{"kind", json_string(word_of(line.kind))},
                      {"fen", json_string(chess::to_fen(position))},
                      {"board", json_string(board_text(position))},
                      {"turn", json_string(word_of(position.side_to_move()))},
                      {"moveNumber", json_number(position.full_move_number())},
                      {"legal", json_array(legal)},
                      {"checkers", json_array(checkers)},
                      {"king", quoted(position.king(position.side_to_move()))},
                      {"lastMove", last_move_of(line.record)},
                      {"checksGiven", checks_given},
                      {"halfmoves", json_number(position.fifty_move_count())},
                      {"repetitions", json_number(line.record.repetitions())},
                      {"outcome", to_json(outcome)},
                      {"claim", claimable ? json_string(word_of(outcome.ending)) : std::string(util::kJsonNull)}});
}

std::string found(const Line& line, Move move) {
  return json_object({{"move", to_json(line.record.position(), move, line.kind)}, {"promotion", "false"}});
}

// ---------------------------------------------------------------------------------------------------------------------
// PGN

std::string to_json(const game::PgnLine& line, Position position, GameKind kind);

std::string to_json(const game::PgnMove& move, const Position& before, GameKind kind) {
  std::vector<std::string> nags;
  for (const std::uint8_t nag : move.nags) nags.push_back(json_number(nag));
  std::vector<std::string> variations;
  for (const game::PgnLine& variation : move.variations) variations.push_back(to_json(variation, before, kind));
  const bool null_move = move.move.is_none();
  return json_object({{"uci", json_string(null_move ? "--" : chess::to_coordinates(move.move, castling_in(kind)))},
                      {"san", json_string(null_move ? "--" : chess::to_san(before, move.move))},
                      {"nags", json_array(nags)},
                      {"comment", json_string(move.comment)},
                      {"variations", json_array(variations)}});
}

std::string to_json(const game::PgnLine& line, Position position, GameKind kind) {
  std::vector<std::string> moves;
  for (const game::PgnMove& move : line.moves) {
    moves.push_back(to_json(move, position, kind));
    if (move.move.is_none()) {
      position.make_null();
    } else {
      position.make(move.move);
    }
  }
  return json_object({{"comment", json_string(line.comment)}, {"moves", json_array(moves)}});
}

std::string to_json(const game::PgnGame& game) {
  const GameKind kind{game.start.variant(), game.chess960};
  std::vector<std::string> tags;
  for (const game::PgnTag& tag : game.tags) {
    tags.push_back(json_array({json_string(tag.name), json_string(tag.value)}));
  }
  return json_object({{"kind", json_string(word_of(kind))},
                      {"fen", json_string(chess::to_fen(game.start))},
                      {"tags", json_array(tags)},
                      {"line", to_json(game.main_line, game.start, kind)},
                      {"result", json_string(game::text_of(game.result))}});
}

std::string read_pgn(const char* text) {
  std::istringstream input(text);
  game::PgnReader reader(input);
  std::vector<std::string> games;
  std::vector<std::string> problems;
  while (true) {
    const auto next = reader.next();
    if (next && !*next) break;
    if (next) {
      games.push_back(to_json(**next));
      continue;
    }
    problems.push_back(json_string(next.error().message));
    if (const auto part = reader.take_readable_part()) games.push_back(to_json(*part));
  }
  if (games.empty() && problems.empty()) return failure("there is no game in this text");
  return json_object({{"games", json_array(games)}, {"problems", json_array(problems)}});
}

// What JavaScript puts together is PGN already, but moves in coordinates and no beauty: to be read and written anew.
std::string write_pgn(const char* draft) {
  std::istringstream input(draft);
  game::PgnReader reader(input);
  std::string text;
  while (true) {
    const auto next = reader.next();
    if (!next) return failure(next.error().message);
    if (!*next) break;
    text += game::to_pgn(**next);
  }
  return json_object({{"pgn", json_string(text)}});
}

}  // namespace

}  // namespace rocada::web

using namespace rocada;

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* rules_facts() {
  return web::answer(
      util::json_object({{"version", util::json_string(ROCADA_VERSION)},
                         {"levels", util::json_object({{"lowest", util::json_number(search::kLowestElo)},
                                                       {"highest", util::json_number(search::kHighestElo)}})}}));
}

EMSCRIPTEN_KEEPALIVE const char* rules_start_fen(const char* kind_word, int number) {
  const auto kind = web::parse_kind(kind_word);
  if (!kind) return web::answer(web::failure(kind.error().message));
  const auto start = chess::chess960_start(number, number, kind->rules);
  if (!start) return web::answer(web::failure(start.error().message));
  return web::answer(util::json_object({{"fen", util::json_string(chess::to_fen(*start))}}));
}

EMSCRIPTEN_KEEPALIVE const char* rules_read_fen(const char* kind, const char* fen) {
  const auto line = web::read_line(kind, fen, "");
  if (!line) return web::answer(web::failure(line.error().message));
  return web::answer(util::json_object({{"fen", util::json_string(chess::to_fen(line->record.position()))},
                                        {"kind", util::json_string(web::word_of(line->kind))}}));
}

EMSCRIPTEN_KEEPALIVE const char* rules_state(const char* kind, const char* fen, const char* moves) {
  const auto line = web::read_line(kind, fen, moves);
  return web::answer(line ? web::state_of(*line) : web::failure(line.error().message));
}

EMSCRIPTEN_KEEPALIVE const char* rules_find_move(const char* kind, const char* fen, const char* moves, const char* from,
                                                 const char* to, const char* promotion) {
  const auto line = web::read_line(kind, fen, moves);
  if (!line) return web::answer(web::failure(line.error().message));
  const auto from_square = chess::Square::parse(from);
  const auto to_square = chess::Square::parse(to);
  if (!from_square || !to_square) return web::answer(web::failure("there is no such square"));
  chess::MoveAttempt attempt{*from_square, *to_square, std::nullopt};
  const bool asks_for_piece = *promotion == '\0';
  if (!asks_for_piece) attempt.promotion = chess::piece_type_from_letter(util::to_upper(*promotion));
  const chess::Position& position = line->record.position();
  auto move = chess::find_legal_move(position, attempt);
  if (!move && asks_for_piece) {
    attempt.promotion = chess::PieceType::Queen;
    if (chess::find_legal_move(position, attempt)) return web::answer(util::json_object({{"promotion", "true"}}));
  }
  return web::answer(move ? web::found(*line, *move) : web::failure(move.error().message));
}

EMSCRIPTEN_KEEPALIVE const char* rules_read_move(const char* kind, const char* fen, const char* moves,
                                                 const char* text) {
  const auto line = web::read_line(kind, fen, moves);
  if (!line) return web::answer(web::failure(line.error().message));
  const auto move = chess::parse_move(line->record.position(), util::trim(text));
  return web::answer(move ? web::found(*line, *move) : web::failure(move.error().message));
}

EMSCRIPTEN_KEEPALIVE const char* rules_san_of(const char* kind, const char* fen, const char* moves, const char* more) {
  const auto line = web::read_line(kind, fen, moves);
  if (!line) return web::answer(web::failure(line.error().message));
  chess::Position position = line->record.position();
  std::vector<std::string> sans;
  for (const std::string_view word : util::split_words(more)) {
    const auto move = chess::parse_coordinates(position, word);
    if (!move) break;
    sans.push_back(util::json_string(chess::to_san(position, *move)));
    position.make(*move);
  }
  return web::answer(util::json_array(sans));
}

EMSCRIPTEN_KEEPALIVE const char* rules_perft(const char* kind, const char* fen, const char* moves, int depth) {
  const auto line = web::read_line(kind, fen, moves);
  if (!line) return web::answer(web::failure(line.error().message));
  if (depth < 1 || depth > web::kDeepestPerft) {
    return web::answer(web::failure(fmt::format("perft needs a depth from 1 to {}", web::kDeepestPerft)));
  }
  return web::answer(util::json_number(chess::perft(line->record.position(), depth)));
}

EMSCRIPTEN_KEEPALIVE const char* rules_is_draw_welcome(const char* kind, const char* fen, const char* moves,
                                                       double points) {
  const auto line = web::read_line(kind, fen, moves);
  if (!line) return web::answer(web::failure(line.error().message));
  const bool is_welcome = engine::is_draw_welcome_with(line->record.position(), points);
  return web::answer(util::json_boolean(is_welcome));
}

EMSCRIPTEN_KEEPALIVE const char* rules_read_pgn(const char* text) { return web::answer(web::read_pgn(text)); }

EMSCRIPTEN_KEEPALIVE const char* rules_write_pgn(const char* draft) { return web::answer(web::write_pgn(draft)); }

}  // extern "C"
