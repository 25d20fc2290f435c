// Polyglot's book format: keys of positions, moves in 16 bits, entries of 16 bytes. Pure functions.
//
// An entry is a key (8 bytes), a move (2), a weight (2) and 4 bytes that nobody agrees about; the highest byte comes
// first. A book is a file of entries in the order of their keys. Squares of a move are numbered as Rocada numbers them;
// castling is written as the king taking its rook.
//
// En passant: the format hashes the file of a pawn that has just moved two squares when an enemy pawn stands beside it,
// whether or not that pawn may capture. A Position remembers the pawn only where the capture is legal. So an exact key
// needs to be told which square was passed over; and one who has only the Position looks under each key it can have.
// That is never wrong: where the capture is not legal, positions with and without it have the same moves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "chess/bitboard.h"
#include "chess/move.h"
#include "chess/position.h"
#include "util/static_vector.h"

namespace rocada::book {

using PolyglotKey = std::uint64_t;

struct PolyglotEntry {
  PolyglotKey key = 0;
  std::uint16_t move = 0;
  std::uint16_t weight = 0;
  friend bool operator==(const PolyglotEntry&, const PolyglotEntry&) = default;
};
inline constexpr std::size_t kEntryBytes = 16;

PolyglotEntry decode_entry(std::span<const std::byte, kEntryBytes> bytes);
std::array<std::byte, kEntryBytes> encode_entry(const PolyglotEntry& entry);

// Can the format tell this position from others? Not in variants, nor where somebody castles in Chess960's way.
bool is_book_position(const chess::Position& position);

// The key of a book position. `passed_over` is the square that the last move, a pawn's two steps, passed over; empty
// after any other move.
PolyglotKey polyglot_key(const chess::Position& position, chess::Bitboard passed_over);
// What `move` will have passed over once it is made in this position.
chess::Bitboard passed_over_by(const chess::Position& position, chess::Move move);

// The keys a book position can have as far as the Position knows; the likeliest first.
using PolyglotKeys = util::StaticVector<PolyglotKey, 9>;
PolyglotKeys possible_keys(const chess::Position& position);

std::uint16_t encode_move(chess::Move move);
// The legal move meant; nothing where there is none. Castling may also be written as the king's own step.
std::optional<chess::Move> decode_move(const chess::Position& position, std::uint16_t code);

}  // namespace rocada::book
