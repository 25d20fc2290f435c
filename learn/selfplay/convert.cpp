#include "selfplay/convert.h"

namespace rocada::selfplay {

namespace {

int color_of(chess::Color color) { return static_cast<int>(index_of(color)); }

}  // namespace

Position from_chess(const chess::Position& position) {
  Position result;
  for (const chess::Square square : position.occupied()) {
    const chess::Piece piece = position.piece_on(square);
    result.toggle({static_cast<int>(piece.type()) + 1, color_of(piece.color()), square.index()});
  }
  result.side = color_of(position.side_to_move());
  result.castling_rooks = position.castling_rooks().bits();
  result.fifty_move_count = position.fifty_move_count();
  if (position.en_passant().any()) result.en_passant = position.en_passant().first().index();
  if (position.rules().check_is_progress()) {
    result.checks = Position::kChecksCount;
    for (const chess::Color color : chess::kColors) {
      for (int given = 0; given < position.checks_given(color); ++given) result.count_check(color_of(color));
    }
  }
  result.key = position.key();
  return result;
}

chess::Position to_chess(const Position& position, int full_move_number) {
  chess::PositionSetup setup;
  for (const chess::Square square : chess::Bitboard(position.occupied())) {
    const auto type = static_cast<chess::PieceType>(position.code_on(square.index()) - 1);
    setup[square] =
        chess::Piece(has(position.planes[3], square.index()) ? chess::Color::Black : chess::Color::White, type);
  }
  setup.side_to_move = position.side == kWhite ? chess::Color::White : chess::Color::Black;
  setup.castling_rooks = chess::Bitboard(position.castling_rooks);
  if (position.en_passant != kNoSquare) setup.en_passant = chess::Square::from_index(position.en_passant);
  setup.fifty_move_count = position.fifty_move_count;
  setup.full_move_number = full_move_number;
  if (position.checks_count()) setup.variant = chess::Variant::ThreeCheck;
  for (const chess::Color color : chess::kColors) setup.checks_given[color] = position.checks_given(color_of(color));
  return chess::Position::from_setup(setup).value();
}

}  // namespace rocada::selfplay
