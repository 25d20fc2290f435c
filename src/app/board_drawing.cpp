#include "app/board_drawing.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "chess/bitboard.h"
#include "chess/castling.h"

namespace rocada::app {

namespace {

using chess::Bitboard;
using chess::Color;
using chess::File;
using chess::Piece;
using chess::Position;
using chess::Rank;
using chess::Square;

enum class Mark { None, LastMove, Check };

// By PieceType. On coloured squares both sides use the filled figures: outlined ones let the square shine through.
constexpr std::array<std::string_view, 6> kFilledFigures = {"♟", "♞", "♝", "♜", "♛", "♚"};
constexpr std::array<std::string_view, 6> kOutlinedFigures = {"♙", "♘", "♗", "♖", "♕", "♔"};

// From the palette of 256 colours, which every terminal emulator of the last decades has.
constexpr int kLightSquare = 180;
constexpr int kDarkSquare = 137;
constexpr int kLastMoveOnLight = 186;
constexpr int kLastMoveOnDark = 143;
constexpr int kKingInCheck = 167;
constexpr int kWhitePiece = 231;
constexpr int kBlackPiece = 16;

Bitboard squares_of(const Position& after, chess::Move move) {
  if (!move.is_castling()) return move.from() | move.to();
  return move.from() | chess::castled_king(~after.side_to_move(), chess::castling_side(move.from(), move.to()));
}

Mark mark_of(const Position& position, const BoardView& view, Square square) {
  if (position.in_check() && square == position.king(position.side_to_move())) return Mark::Check;
  if (view.last_move && squares_of(position, *view.last_move).has(square)) return Mark::LastMove;
  return Mark::None;
}

std::string symbol_of(Piece piece, const BoardStyle& style) {
  if (piece.is_none()) return style.color ? " " : style.unicode ? "·" : ".";
  if (!style.unicode) return std::string(1, piece.letter());
  const bool filled = style.color || piece.color() == Color::Black;
  return std::string((filled ? kFilledFigures : kOutlinedFigures)[chess::index_of(piece.type())]);
}

int background_of(Square square, Mark mark) {
  const bool light = chess::kLightSquares.has(square);
  switch (mark) {
    case Mark::Check: return kKingInCheck;
    case Mark::LastMove: return light ? kLastMoveOnLight : kLastMoveOnDark;
    case Mark::None: break;
  }
  return light ? kLightSquare : kDarkSquare;
}

// Three columns wide.
std::string draw_square(const Position& position, const BoardView& view, const BoardStyle& style, Square square) {
  const Piece piece = position.piece_on(square);
  const Mark mark = mark_of(position, view, square);
  const std::string symbol = symbol_of(piece, style);
  if (style.color) {
    const int ink = piece.is_none() || piece.color() == Color::White ? kWhitePiece : kBlackPiece;
    return fmt::format("\033[48;5;{};38;5;{}m {} ", background_of(square, mark), ink, symbol);
  }
  switch (mark) {
    case Mark::Check: return fmt::format("!{}!", symbol);
    case Mark::LastMove: return fmt::format("[{}]", symbol);
    case Mark::None: break;
  }
  return fmt::format(" {} ", symbol);
}

}  // namespace

std::string draw_board(const Position& position, const BoardView& view, const BoardStyle& style) {
  const bool white_below = view.bottom == Color::White;
  std::string drawing;
  for (int row = 0; row < 8; ++row) {
    const Rank rank(white_below ? 7 - row : row);
    drawing += fmt::format(" {} ", rank.letter());
    for (int column = 0; column < 8; ++column) {
      const File file(white_below ? column : 7 - column);
      drawing += draw_square(position, view, style, Square::at(file, rank));
    }
    if (style.color) drawing += "\033[0m";
    drawing += '\n';
  }
  drawing += "   ";
  for (int column = 0; column < 8; ++column) {
    drawing += fmt::format(" {} ", File(white_below ? column : 7 - column).letter());
  }
  drawing += '\n';
  return drawing;
}

}  // namespace rocada::app
