#include "app/piece_worth.h"

#include <fmt/format.h>

#include "eval/evaluator.h"
#include "eval/nnue/embedded_network.h"
#include "eval/wdl.h"
#include "protocol/position_text.h"

namespace rocada::app {

using chess::Bitboard;
using chess::Color;
using chess::File;
using chess::Position;
using chess::Rank;
using chess::Square;
using eval::Score;

namespace {

util::Result<Position> without(const Position& position, Square square) {
  chess::PositionSetup setup = position.to_setup();
  const Color passed = ~setup.side_to_move;
  const bool is_passed_pawn =
      setup.en_passant.any() && setup.en_passant.first().offset(chess::forward(passed)) == square;
  if (is_passed_pawn) setup.en_passant = Bitboard();
  setup.castling_rooks -= square;
  setup[square] = chess::Piece();
  return Position::from_setup(setup);
}

constexpr int kCellWidth = 8;  // of the worth of several queens, with its sign

// One line for a rank: `text` says what stands in the cell of a square.
template <typename Text>
std::string draw_row(std::string_view label, Rank rank, Text text) {
  std::string row = fmt::format("{:>2} ", label);
  for (int file = 0; file < 8; ++file) {
    row += fmt::format("|{:^{}}", text(Square::at(File(file), rank)), kCellWidth);
  }
  return row + "|\n";
}

std::string draw_border() {
  std::string border = "   ";
  for (int file = 0; file < 8; ++file) border += fmt::format("+{:-<{}}", "", kCellWidth);
  return border + "+\n";
}

std::string draw_file_letters() {
  std::string letters = "   ";
  for (int file = 0; file < 8; ++file) letters += fmt::format(" {:^{}}", File(file).letter(), kCellWidth);
  return letters + "\n";
}

}  // namespace

Score white_evaluation(const Position& position) {
  const Score score = eval::evaluate(position, eval::nnue::embedded_network(position.variant()));
  return position.side_to_move() == Color::White ? score : -score;
}

PieceWorths piece_worths(const Position& position) {
  PieceWorths worths;
  const Score all = white_evaluation(position);
  for (const Square square : position.occupied()) {
    const auto rest = without(position, square);
    if (rest) worths[static_cast<std::size_t>(square.index())] = all - white_evaluation(*rest);
  }
  return worths;
}

std::string draw_worths(const Position& position, const PieceWorths& worths) {
  const auto piece = [&](Square square) {
    return position.is_empty(square) ? std::string() : std::string(1, position.piece_on(square).letter());
  };
  const eval::ScoreScale scale(position);
  const auto worth = [&](Square square) {
    const auto& score = worths[static_cast<std::size_t>(square.index())];
    return score ? protocol::score_text(*score, scale) : std::string();
  };
  std::string drawing = draw_border();
  for (int index = 7; index >= 0; --index) {
    const Rank rank(index);
    drawing += draw_row(std::string(1, rank.letter()), rank, piece) + draw_row("", rank, worth) + draw_border();
  }
  return drawing + draw_file_letters();
}

}  // namespace rocada::app
