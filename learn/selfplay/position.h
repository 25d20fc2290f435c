// Position: the board in four bit planes, small enough for a game's lanes to keep it in registers.
//
// A square's piece is a number of three bits, one in each of the first three planes: 0 nothing, pawn 1, knight 2,
// bishop 3, rook 4, queen 5, king 6. The fourth plane has Black's pieces. So every set of pieces is one or two logical
// operations, and a move is a few exclusive ors. A plain value; moves are made in a copy. Keys, castling rights and en
// passant mean the same as in chess::Position, and so do the checks given, where they count.
#pragma once

#include "chess/move.h"
#include "selfplay/attacks.h"
#include "selfplay/portable.h"
#include "selfplay/tables.h"

namespace rocada::selfplay {

// 1 to 6; 0 is no piece. chess::PieceType and one.
enum Code : int { kNothing, kPawn, kKnight, kBishop, kRook, kQueen, kKing };

inline constexpr int kWhite = 0;
inline constexpr int kBlack = 1;
inline constexpr int kNoSquare = 64;
inline constexpr int kChecksToWin = 3;  // in 3-check
inline constexpr Bits kFirstRank = 0xFF;
inline constexpr Bits kLastRank = kFirstRank << 56;

// A piece that a move takes from its square or puts there.
struct Change {
  int code = kNothing;
  int color = kWhite;
  int square = 0;
};

// All that a move changes on the board; only castling uses both additions.
struct Changes {
  Change removed[2];
  Change added[2];
};

struct Position {
  Bits planes[4] = {};
  std::uint64_t key = 0;
  Bits castling_rooks = 0;
  int en_passant = kNoSquare;  // only where the capture is legal
  int fifty_move_count = 0;
  int side = kWhite;
  int checks = 0;  // given by White in bits 0 and 1, by Black in bits 2 and 3; kChecksCount where they count
  static constexpr int kChecksCount = 16;

  ROCADA_PORTABLE Bits occupied() const { return planes[0] | planes[1] | planes[2]; }
  ROCADA_PORTABLE Bits of(int color) const { return color == kBlack ? planes[3] : occupied() & ~planes[3]; }
  ROCADA_PORTABLE Bits pawns() const { return planes[0] & ~planes[1] & ~planes[2]; }
  ROCADA_PORTABLE Bits knights() const { return planes[1] & ~planes[0] & ~planes[2]; }
  ROCADA_PORTABLE Bits bishops() const { return planes[0] & planes[1]; }
  ROCADA_PORTABLE Bits rooks() const { return planes[2] & ~planes[0] & ~planes[1]; }
  ROCADA_PORTABLE Bits queens() const { return planes[0] & planes[2]; }
  ROCADA_PORTABLE Bits kings() const { return planes[1] & planes[2]; }
  ROCADA_PORTABLE Bits diagonal_sliders() const { return planes[0] & (planes[1] | planes[2]); }
  ROCADA_PORTABLE Bits straight_sliders() const { return planes[2] & ~planes[1]; }
  ROCADA_PORTABLE Bits with(int code) const {
    Bits set = ~Bits{0};
    for (int plane = 0; plane < 3; ++plane) set &= (code >> plane & 1) != 0 ? planes[plane] : ~planes[plane];
    return set;
  }
  ROCADA_PORTABLE int king(int color) const { return first(kings() & of(color)); }
  ROCADA_PORTABLE int code_on(int square) const {
    return static_cast<int>((planes[0] >> square & 1) | (planes[1] >> square & 1) << 1 |
                            (planes[2] >> square & 1) << 2);
  }
  // Anything but pawns and king.
  ROCADA_PORTABLE bool has_pieces(int color) const { return (of(color) & (planes[1] ^ planes[2])) != 0; }

  ROCADA_PORTABLE Bits attackers_to(int square, Bits occupancy) const {
    const Bits black = planes[3];
    return (pawn_attacks(kBlack, bit(square)) & pawns() & ~black) |
           (pawn_attacks(kWhite, bit(square)) & pawns() & black) | (tables().knight[square] & knights()) |
           (tables().king[square] & kings()) | (bishop_attacks(square, occupancy) & diagonal_sliders()) |
           (rook_attacks(square, occupancy) & straight_sliders());
  }

  ROCADA_PORTABLE int captured_by(chess::Move move) const {
    if (move.is_en_passant()) return kPawn;
    return move.is_castling() ? kNothing : code_on(move.to().index());
  }
  ROCADA_PORTABLE bool is_quiet(chess::Move move) const {
    return !move.is_promotion() && captured_by(move) == kNothing;
  }

  ROCADA_PORTABLE bool checks_count() const { return (checks & kChecksCount) != 0; }
  ROCADA_PORTABLE int checks_given(int color) const { return checks >> 2 * color & 3; }
  ROCADA_PORTABLE bool is_decided_by_checks() const {
    return checks_given(kWhite) == kChecksToWin || checks_given(kBlack) == kChecksToWin;
  }
  ROCADA_PORTABLE void count_check(int color) {
    const int given = checks_given(color);
    checks += 1 << 2 * color;
    key ^= tables().checks_key[color][given] ^ tables().checks_key[color][given + 1];
  }

  // Puts the piece there if it is not there, takes it away if it is.
  ROCADA_PORTABLE void toggle(const Change& change) {
    if (change.code == kNothing) return;
    const Bits square = bit(change.square);
    for (int plane = 0; plane < 3; ++plane) {
      if ((change.code >> plane & 1) != 0) planes[plane] ^= square;
    }
    if (change.color == kBlack) planes[3] ^= square;
    key ^= tables().piece_key[change.color][change.code - 1][change.square];
  }
};

ROCADA_PORTABLE inline int forward(int color) { return color == kWhite ? 8 : -8; }

// Where king and rook stand after castling.
struct CastledSquares {
  int king;
  int rook;
};
ROCADA_PORTABLE inline CastledSquares castled_squares(int king, int rook) {
  const int home = king & 56;
  return rook > king ? CastledSquares{home + 6, home + 5} : CastledSquares{home + 2, home + 3};
}

ROCADA_PORTABLE inline Changes changes_of(const Position& position, chess::Move move) {
  const int from = move.from().index();
  const int to = move.to().index();
  const int us = position.side;
  const int code = position.code_on(from);
  Changes changes;
  changes.removed[0] = {code, us, from};
  if (move.is_castling()) {
    const CastledSquares after = castled_squares(from, to);
    changes.removed[1] = {kRook, us, to};
    changes.added[0] = {kKing, us, after.king};
    changes.added[1] = {kRook, us, after.rook};
    return changes;
  }
  const int captured_on = move.is_en_passant() ? to - forward(us) : to;
  changes.removed[1] = {position.code_on(captured_on), us ^ 1, captured_on};
  changes.added[0] = {move.is_promotion() ? static_cast<int>(move.promotion_type()) + 1 : code, us, to};
  return changes;
}

// Would taking en passant from `from` leave the king safe?
ROCADA_PORTABLE inline bool en_passant_is_safe(const Position& position, int capturer, int from, int target) {
  const Bits captured = bit(target - forward(capturer));
  const Bits after = (position.occupied() & ~bit(from) & ~captured) | bit(target);
  const int king = position.king(capturer);
  return (position.attackers_to(king, after) & position.of(capturer ^ 1) & ~captured) == 0;
}

// Makes a legal move whose changes are those given.
ROCADA_PORTABLE inline void make(Position& position, chess::Move move, const Changes& changes) {
  const int us = position.side;
  const Change& mover = changes.removed[0];
  ++position.fifty_move_count;
  if (position.en_passant != kNoSquare) {
    position.key ^= tables().en_passant_key[position.en_passant & 7];
    position.en_passant = kNoSquare;
  }
  if (position.castling_rooks != 0) {
    // Rights go when their rook leaves or is taken, and both when the king moves.
    const Bits touched = bit(move.from().index()) | bit(move.to().index());
    const Bits home = us == kWhite ? kFirstRank : kLastRank;
    Bits lost = position.castling_rooks & (mover.code == kKing ? touched | home : touched);
    position.castling_rooks &= ~lost;
    ROCADA_ROLLED
    while (lost != 0) position.key ^= tables().castling_key[pop_first(lost)];
  }
  for (const Change& change : changes.removed) position.toggle(change);
  for (const Change& change : changes.added) position.toggle(change);
  if (mover.code == kPawn || (changes.removed[1].code != kNothing && !move.is_castling())) {
    position.fifty_move_count = 0;
  }
  position.side = us ^ 1;
  position.key ^= tables().side_key;

  if (mover.code == kPawn && move.to().index() - move.from().index() == 2 * forward(us)) {
    const int passed = move.from().index() + forward(us);
    Bits capturers = pawn_attacks(us, bit(passed)) & position.pawns() & position.of(us ^ 1);
    ROCADA_ROLLED
    while (capturers != 0) {
      if (!en_passant_is_safe(position, us ^ 1, pop_first(capturers), passed)) continue;
      position.en_passant = passed;
      position.key ^= tables().en_passant_key[passed & 7];
      break;
    }
  }
  if (position.checks_count()) {
    const Bits attackers = position.attackers_to(position.king(us ^ 1), position.occupied());
    if ((attackers & position.of(us)) != 0) position.count_check(us);
  }
}

ROCADA_PORTABLE inline void make(Position& position, chess::Move move) {
  make(position, move, changes_of(position, move));
}

// Passes the turn. What came before can no longer be repeated.
ROCADA_PORTABLE inline void make_null(Position& position) {
  if (position.en_passant != kNoSquare) position.key ^= tables().en_passant_key[position.en_passant & 7];
  position.en_passant = kNoSquare;
  position.fifty_move_count = 0;
  position.side ^= 1;
  position.key ^= tables().side_key;
}

// As chess::is_insufficient_material().
ROCADA_PORTABLE inline bool is_insufficient_material(const Position& position) {
  if (position.checks_count()) return position.occupied() == position.kings();
  if ((position.pawns() | position.straight_sliders()) != 0) return false;
  const Bits minors = position.occupied() & ~position.kings();
  if (count(minors) <= 1) return true;
  constexpr Bits kLight = 0x55AA55AA55AA55AAULL;
  return position.knights() == 0 && ((minors & kLight) == 0 || (minors & ~kLight) == 0);
}

}  // namespace rocada::selfplay
