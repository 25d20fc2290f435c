#include "protocol/position_text.h"

#include <fmt/format.h>

#include <cstdlib>
#include <string_view>

#include "chess/fen.h"
#include "chess/movegen.h"

namespace rocada::protocol {

using chess::Square;

void print_position(const chess::Position& position, Output& output) {
  for (int rank = 7; rank >= 0; --rank) {
    std::string row = fmt::format("  {} ", rank + 1);
    for (int file = 0; file < 8; ++file) {
      row += ' ';
      row += position.piece_on(Square::at(chess::File(file), chess::Rank(rank))).letter();
    }
    output.line(row);
  }
  output.line("     a b c d e f g h");
  output.line("");
  std::string checkers;
  for (const Square square : position.checkers()) checkers += fmt::format(" {}", square.text());
  output.line(fmt::format("Fen: {}", chess::to_fen(position)));
  output.line(fmt::format("Key: {:016X}", position.key()));
  output.line(fmt::format("Checkers:{}", checkers));
  output.line(fmt::format("Legal moves: {}", chess::count_legal_moves(position)));
}

std::string score_text(eval::Score score, const eval::ScoreScale& scale) {
  if (eval::is_mate_score(score)) {
    return fmt::format("{}M{}", score > 0 ? '+' : '-', std::abs(eval::moves_to_mate(score)));
  }
  return fmt::format("{:+.2f}", scale.centipawns(score) / 100.0);
}

void print_evaluation(const chess::Position& position, eval::Score score, Output& output) {
  const std::string text = score_text(score, eval::ScoreScale(position));
  const std::string_view side = chess::name_of(position.side_to_move());
  output.line(fmt::format("Evaluation: {} for {}, {} in units of the search", text, side, score));
}

}  // namespace rocada::protocol
