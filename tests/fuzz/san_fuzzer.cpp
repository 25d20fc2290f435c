// Moves as text. The first line is a FEN, each further one a move, played where it is legal.
#include <algorithm>
#include <span>
#include <vector>

#include "chess/legality.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "fuzz/laws.h"
#include "fuzz/lines.h"
#include "fuzz/position_laws.h"
#include "game/pgn_game.h"

namespace rocada::fuzz {
namespace {

using chess::Move;
using chess::Position;

Position start_from(std::string_view fen) {
  for (const auto variant : {chess::Variant::Standard, chess::Variant::ThreeCheck}) {
    if (const auto position = chess::parse_fen(fen, variant)) return *position;
  }
  return chess::start_position();
}

using Parser = util::Result<Move> (*)(const Position&, std::string_view);
constexpr Parser kParsers[] = {&chess::parse_san, &chess::parse_coordinates, &chess::parse_move};

void require_result_law(const Position& position, const util::Result<Move>& move) {
  if (!move) return require_readable(move.error());
  require(chess::is_legal(position, *move), "a move that is read is legal", chess::to_fen(position));
}

void require_read_back(const Position& position, Move move, Parser parse, const std::string& text) {
  const auto again = parse(position, text);
  require(again.ok() && *again == move, "what is written is read back", text + " in " + chess::to_fen(position));
}

// The texts of all moves tell them apart, for whoever reads them.
void require_all_moves_have_names(const Position& position) {
  std::vector<std::string> names;
  for (const Move move : chess::legal_moves(position)) {
    const std::string san = chess::to_san(position, move);
    require_read_back(position, move, &chess::parse_san, san);
    require_read_back(position, move, &chess::parse_move, san);
    names.push_back(san);
    for (const auto castling : {chess::CastlingText::KingTakesRook, chess::CastlingText::Letters}) {
      require_read_back(position, move, &chess::parse_coordinates, chess::to_coordinates(move, castling));
      require_read_back(position, move, &chess::parse_move, chess::to_coordinates(move, castling));
    }
    // In Chess960 a king's step and its castling may look alike.
    if (game::castles_as_chess960(position)) continue;
    require_read_back(position, move, &chess::parse_coordinates, chess::to_coordinates(move));
  }
  std::ranges::sort(names);
  require(std::ranges::adjacent_find(names) == names.end(), "no two moves have one name", chess::to_fen(position));
}

}  // namespace
}  // namespace rocada::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rocada;
  const auto lines = fuzz::lines_of(fuzz::text_of(data, size));
  chess::Position position = fuzz::start_from(lines.front());
  for (const std::string_view text : std::span(lines).subspan(1)) {
    for (const fuzz::Parser parse : fuzz::kParsers) fuzz::require_result_law(position, parse(position, text));
    if (const auto move = chess::parse_move(position, text)) position.make(*move);
  }
  fuzz::require_all_moves_have_names(position);
  return 0;
}
