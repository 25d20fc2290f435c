#include "book/polyglot.h"

#include <algorithm>

#include "book/polyglot_numbers.h"
#include "chess/legality.h"
#include "game/pgn_game.h"
#include "util/bytes.h"

namespace rocada::book {

using chess::Bitboard;
using chess::Color;
using chess::Move;
using chess::PieceType;
using chess::Position;
using chess::Square;

namespace {

// The bits of a move: to, from, and the piece promoted to, counted from the knight; 0 for none.
constexpr int kFromShift = 6;
constexpr int kPromotionShift = 12;
constexpr int kSquareMask = 63;
constexpr int kPromotionOfKnight = 1;
constexpr int kPromotionOfQueen = 4;

std::size_t castling_index(Color color, chess::CastlingSide side) {
  return kPolyglotCastling + 2 * chess::index_of(color) + (side == chess::CastlingSide::King ? 0 : 1);
}

Bitboard pawns_beside(const Position& position, Square passed_over) {
  const Color us = position.side_to_move();
  return chess::pawn_attacks(~us, passed_over) & position.pieces(us, PieceType::Pawn);
}

// The squares that a pawn of the side not to move may just have passed over, unknown to the Position because no pawn
// beside it may capture.
Bitboard forgotten_squares(const Position& position) {
  Bitboard result;
  if (position.en_passant().any() || position.fifty_move_count() != 0) return result;
  const Color us = position.side_to_move();
  const Bitboard pushed = position.pieces(~us, PieceType::Pawn) & Bitboard::of(chess::Rank::relative(~us, 3));
  for (const Square pawn : pushed) {
    const Square passed = pawn.offset(-chess::forward(~us));
    const Square start = passed.offset(-chess::forward(~us));
    if (!position.is_empty(passed) || !position.is_empty(start)) continue;
    const Bitboard beside = pawns_beside(position, passed);
    bool may_capture = beside.empty();
    for (const Square from : beside) may_capture = may_capture || position.en_passant_is_safe(us, from, passed);
    if (!may_capture) result |= passed;
  }
  return result;
}

}  // namespace

PolyglotEntry decode_entry(std::span<const std::byte, kEntryBytes> bytes) {
  util::BigEndianReader in(util::bytes_of(bytes));
  PolyglotEntry entry;
  entry.key = in.take<PolyglotKey>();
  entry.move = in.take<std::uint16_t>();
  entry.weight = in.take<std::uint16_t>();
  return entry;
}

std::array<std::byte, kEntryBytes> encode_entry(const PolyglotEntry& entry) {
  util::BigEndianWriter out;
  out.put(entry.key);
  out.put(entry.move);
  out.put(entry.weight);
  std::array<std::byte, kEntryBytes> bytes{};
  std::ranges::copy(std::as_bytes(std::span(out.bytes())), bytes.begin());
  return bytes;
}

bool is_book_position(const Position& position) {
  return position.rules().opening_books_valid && !game::castles_as_chess960(position);
}

PolyglotKey polyglot_key(const Position& position, Bitboard passed_over) {
  PolyglotKey key = 0;
  for (const Square square : position.occupied()) {
    // Polyglot has Black before White, Rocada the other way round.
    const std::size_t kind = position.piece_on(square).index() ^ 1;
    key ^= kPolyglotNumber[64 * kind + static_cast<std::size_t>(square.index())];
  }
  for (const Color color : chess::kColors) {
    for (const Square rook : position.castling_rooks(color)) {
      key ^= kPolyglotNumber[castling_index(color, chess::castling_side(position.king(color), rook))];
    }
  }
  if (passed_over.any() && pawns_beside(position, passed_over.first()).any()) {
    key ^= kPolyglotNumber[kPolyglotEnPassant + static_cast<std::size_t>(passed_over.first().file().index())];
  }
  if (position.side_to_move() == Color::White) key ^= kPolyglotNumber[kPolyglotWhiteToMove];
  return key;
}

Bitboard passed_over_by(const Position& position, Move move) {
  const Color us = position.side_to_move();
  const bool is_two_steps = position.piece_on(move.from()).type() == PieceType::Pawn &&
                            move.to().index() - move.from().index() == 2 * chess::forward(us);
  return is_two_steps ? Bitboard(move.from().offset(chess::forward(us))) : Bitboard();
}

PolyglotKeys possible_keys(const Position& position) {
  PolyglotKeys keys;
  keys.push_back(polyglot_key(position, position.en_passant()));
  for (const Square passed : forgotten_squares(position)) keys.push_back(polyglot_key(position, passed));
  return keys;
}

std::uint16_t encode_move(Move move) {
  int code = move.to().index() | move.from().index() << kFromShift;
  if (move.is_promotion()) {
    const int piece = static_cast<int>(move.promotion_type()) - static_cast<int>(PieceType::Knight);
    code |= (kPromotionOfKnight + piece) << kPromotionShift;
  }
  return static_cast<std::uint16_t>(code);
}

std::optional<Move> decode_move(const Position& position, std::uint16_t code) {
  chess::MoveAttempt attempt{Square::from_index(code >> kFromShift & kSquareMask),
                             Square::from_index(code & kSquareMask), std::nullopt};
  if (const int promotion = code >> kPromotionShift; promotion > kPromotionOfQueen) {
    return std::nullopt;
  } else if (promotion >= kPromotionOfKnight) {
    attempt.promotion = static_cast<PieceType>(promotion - kPromotionOfKnight + static_cast<int>(PieceType::Knight));
  }
  const auto move = chess::find_legal_move(position, attempt);
  return move ? std::optional(*move) : std::nullopt;
}

}  // namespace rocada::book
