#include "data/packed_position.h"

#include <fmt/format.h>

#include <cassert>

namespace rocada::data {

using chess::Bitboard;
using chess::Color;
using chess::Piece;
using chess::PieceType;
using chess::Square;

namespace {

constexpr unsigned kCastlingRook = 6;
constexpr std::uint8_t kNoSquare = 64;

constexpr unsigned kBlackToMove = 1;
constexpr unsigned kThreeCheck = 2;
constexpr unsigned kChecksMask = 3;
constexpr int checks_shift(Color color) { return color == Color::White ? 4 : 6; }

unsigned code_of(const chess::Position& position, Square square) {
  const Piece piece = position.piece_on(square);
  const bool may_castle = position.castling_rooks().has(square);
  const unsigned type = may_castle ? kCastlingRook : static_cast<unsigned>(index_of(piece.type()));
  return type | (piece.color() == Color::Black ? kOtherSide : 0);
}

}  // namespace

void pack(ByteWriter& out, const chess::Position& position) {
  assert(position.occupied().count() <= kMostPieces);
  pack_board(out, position.occupied(), [&](Square square) { return code_of(position, square); });
  unsigned state = position.side_to_move() == Color::Black ? kBlackToMove : 0;
  if (position.variant() == chess::Variant::ThreeCheck) state |= kThreeCheck;
  for (const Color color : chess::kColors) {
    state |= static_cast<unsigned>(position.checks_given(color)) << checks_shift(color);
  }
  out.put(static_cast<std::uint8_t>(state));
  const Bitboard en_passant = position.en_passant();
  out.put(en_passant.any() ? static_cast<std::uint8_t>(en_passant.first().index()) : kNoSquare);
  out.put(static_cast<std::uint16_t>(position.fifty_move_count()));
  out.put(static_cast<std::uint16_t>(position.full_move_number()));
}

util::Result<chess::Position> unpack_position(ByteReader& in) {
  const Bitboard occupied(in.take<std::uint64_t>());
  const ByteView pairs = in.take_bytes(kMostPieces / 2);
  const unsigned state = in.take<std::uint8_t>();
  const std::uint8_t en_passant = in.take<std::uint8_t>();

  chess::PositionSetup setup;
  setup.fifty_move_count = in.take<std::uint16_t>();
  setup.full_move_number = in.take<std::uint16_t>();
  setup.side_to_move = (state & kBlackToMove) != 0 ? Color::Black : Color::White;
  setup.variant = (state & kThreeCheck) != 0 ? chess::Variant::ThreeCheck : chess::Variant::Standard;
  for (const Color color : chess::kColors) {
    setup.checks_given[color] = static_cast<int>(state >> checks_shift(color) & kChecksMask);
  }
  if (en_passant > kNoSquare) return util::Error{fmt::format("{} is not an en passant square", en_passant)};
  if (en_passant != kNoSquare) setup.en_passant = Square::from_index(en_passant);

  if (occupied.count() > kMostPieces) return util::Error{fmt::format("{} pieces are too many", occupied.count())};
  unsigned index = 0;
  for (const Square square : occupied) {
    const unsigned code = static_cast<unsigned>(pairs[index / 2]) >> (4 * (index % 2)) & 15;
    const unsigned type = code & 7;
    if (type > kCastlingRook) return util::Error{fmt::format("no piece has the number {}", type)};
    if (type == kCastlingRook) setup.castling_rooks |= square;
    setup[square] = Piece((code & kOtherSide) != 0 ? Color::Black : Color::White,
                          type == kCastlingRook ? PieceType::Rook : chess::kPieceTypes[type]);
    ++index;
  }
  return chess::Position::from_setup(setup);
}

}  // namespace rocada::data
