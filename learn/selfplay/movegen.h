// Legal moves, found by all lanes of a game together: first each takes a piece, then each takes a move.
#pragma once

#include "selfplay/lanes.h"
#include "selfplay/position.h"

namespace rocada::selfplay {

// A move in the low half; the high half is for whoever orders the list.
using ListedMove = std::uint32_t;

ROCADA_PORTABLE inline chess::Move move_of(ListedMove listed) {
  return chess::Move::from_code(static_cast<std::uint16_t>(listed & 0xFFFF));
}

// What a list must have room for: no position of a game has more moves.
inline constexpr int kMostMoves = 256;

enum class MoveKinds {
  All,
  Noisy,  // captures and promotions to queens
};

// The king of the side to move: who gives check, and which of its own pieces might be pinned.
struct KingSafety {
  Bits checkers = 0;
  Bits shields = 0;  // own pieces next to the king on some line
};

ROCADA_PORTABLE inline KingSafety king_safety(const Position& position) {
  const int us = position.side;
  const int king = position.king(us);
  const Bits occupied = position.occupied();
  const Bits straight = rook_attacks(king, occupied);
  const Bits diagonal = bishop_attacks(king, occupied);
  const Bits attackers = (straight & position.straight_sliders()) | (diagonal & position.diagonal_sliders()) |
                         (tables().knight[king] & position.knights()) |
                         (pawn_attacks(us, bit(king)) & position.pawns());
  return {attackers & position.of(us ^ 1), (straight | diagonal) & position.of(us)};
}

// Where the side to move's pieces would give check, each kind by itself.
struct CheckSquares {
  Bits diagonal = 0;
  Bits straight = 0;
  Bits knight = 0;
  Bits pawn = 0;
};

ROCADA_PORTABLE inline CheckSquares check_squares(const Position& position) {
  const int king = position.king(position.side ^ 1);
  const Bits occupied = position.occupied();
  return {bishop_attacks(king, occupied), rook_attacks(king, occupied), tables().knight[king],
          pawn_attacks(position.side ^ 1, bit(king))};
}

// Discovered checks are overlooked, and so are those of castling.
ROCADA_PORTABLE inline bool gives_direct_check(const Position& position, const CheckSquares& squares,
                                               chess::Move move) {
  const int code =
      move.is_promotion() ? static_cast<int>(move.promotion_type()) + 1 : position.code_on(move.from().index());
  const Bits checking = code == kPawn     ? squares.pawn
                        : code == kKnight ? squares.knight
                        : code == kBishop ? squares.diagonal
                        : code == kRook   ? squares.straight
                        : code == kQueen  ? squares.diagonal | squares.straight
                                          : 0;
  return !move.is_castling() && has(checking, move.to().index());
}

// Does a move that is otherwise possible leave its king out of check? Castling was looked at when it was generated.
ROCADA_PORTABLE inline bool leaves_king_safe(const Position& position, const KingSafety& safety, chess::Move move) {
  const int us = position.side;
  const int from = move.from().index();
  const int to = move.to().index();
  if (move.is_castling()) return true;
  if (move.is_en_passant()) return en_passant_is_safe(position, us, from, to);
  const int king = position.king(us);
  if (from != king && safety.checkers == 0 && !has(safety.shields, from)) return true;
  const Bits occupied = (position.occupied() & ~bit(from)) | bit(to);
  const Bits enemies = position.of(us ^ 1) & ~bit(to);
  return (position.attackers_to(from == king ? to : king, occupied) & enemies) == 0;
}

ROCADA_PORTABLE inline Bits pawn_targets(const Position& position, int from, MoveKinds kinds) {
  const int us = position.side;
  const Bits empty = ~position.occupied();
  const Bits pawn = bit(from);
  const auto ahead = [us](Bits set) { return us == kWhite ? set << 8 : set >> 8; };
  const Bits passed = position.en_passant == kNoSquare ? 0 : bit(position.en_passant);
  const Bits captures = pawn_attacks(us, pawn) & (position.of(us ^ 1) | passed);
  const Bits step = ahead(pawn) & empty;
  if (kinds == MoveKinds::Noisy) return captures | (step & (kFirstRank | kLastRank));
  const Bits third = us == kWhite ? kFirstRank << 16 : kFirstRank << 40;
  return captures | step | (ahead(step & third) & empty);
}

ROCADA_PORTABLE inline Bits targets(const Position& position, int from, int code, MoveKinds kinds) {
  if (code == kPawn) return pawn_targets(position, from, kinds);
  const Bits allowed = kinds == MoveKinds::Noisy ? position.of(position.side ^ 1) : ~position.of(position.side);
  if (code == kKnight) return tables().knight[from] & allowed;
  if (code == kKing) return tables().king[from] & allowed;
  const Bits occupied = position.occupied();
  Bits attacks = 0;
  if (code != kRook) attacks |= bishop_attacks(from, occupied);
  if (code != kBishop) attacks |= rook_attacks(from, occupied);
  return attacks & allowed;
}

// One lane's piece, move by move into the list.
ROCADA_PORTABLE inline void write_moves(const Position& position, int from, int code, Bits to_squares, MoveKinds kinds,
                                        ListedMove* list) {
  const auto start = chess::Square::from_index(from);
  ROCADA_ROLLED
  while (to_squares != 0) {
    const int to = pop_first(to_squares);
    const auto end = chess::Square::from_index(to);
    if (code == kPawn && has(kFirstRank | kLastRank, to)) {
      *list++ = chess::Move::promotion(start, end, chess::PieceType::Queen).code();
      if (kinds == MoveKinds::Noisy) continue;
      *list++ = chess::Move::promotion(start, end, chess::PieceType::Rook).code();
      *list++ = chess::Move::promotion(start, end, chess::PieceType::Bishop).code();
      *list++ = chess::Move::promotion(start, end, chess::PieceType::Knight).code();
    } else if (code == kPawn && to == position.en_passant) {
      *list++ = chess::Move::en_passant(start, end).code();
    } else {
      *list++ = chess::Move::normal(start, end).code();
    }
  }
}

// All squares from one to the other of a rank, both included.
ROCADA_PORTABLE inline Bits span(int a, int b) {
  const int low = a < b ? a : b;
  const int high = a < b ? b : a;
  return (bit(high) << 1) - bit(low);
}

ROCADA_PORTABLE inline bool can_castle(const Position& position, int rook) {
  const int us = position.side;
  const int king = position.king(us);
  const CastledSquares after = castled_squares(king, rook);
  const Bits both = bit(king) | bit(rook);
  const Bits others = position.occupied() & ~both;
  if (((span(king, after.king) | span(rook, after.rook)) & others) != 0) return false;
  // The rook may shield the king's last square now and no longer then: so neither blocks any line.
  Bits walked = span(king, after.king);
  const Bits after_castling = others | bit(after.rook);
  ROCADA_ROLLED
  while (walked != 0) {
    const int square = pop_first(walked);
    const Bits occupied = square == after.king ? after_castling : position.occupied() & ~bit(king);
    if ((position.attackers_to(square, occupied) & position.of(us ^ 1)) != 0) return false;
  }
  return true;
}

// Removes from the list what would leave the king in check. Returns how many stay.
template <typename Lanes>
ROCADA_PORTABLE inline int keep_legal(const Position& position, const KingSafety& safety, ListedMove* list, int moves,
                                      Lanes lanes) {
  int kept = 0;
  ROCADA_ROLLED
  for (int base = 0; base < moves; base += Lanes::kSize) {
    const int index = base + lanes.rank();
    const ListedMove listed = index < moves ? list[index] : 0;
    const bool legal = index < moves && leaves_king_safe(position, safety, move_of(listed));
    const int before = lanes.sum_before(legal ? 1 : 0);
    lanes.sync();
    if (legal) list[kept + before] = listed;
    kept += lanes.sum(legal ? 1 : 0);
  }
  lanes.sync();
  return kept;
}

// Writes the legal moves into the list and returns how many there are: none where checks have decided the game. The
// list has room for kMostMoves.
template <typename Lanes>
ROCADA_PORTABLE inline int generate(const Position& position, const KingSafety& safety, MoveKinds kinds,
                                    ListedMove* list, Lanes lanes) {
  if (position.is_decided_by_checks()) return 0;
  const int us = position.side;
  const Bits own = position.of(us);
  const int pieces = count(own);
  int moves = 0;
  ROCADA_ROLLED
  for (int base = 0; base < pieces; base += Lanes::kSize) {
    const int index = base + lanes.rank();
    int from = 0;
    int code = kNothing;
    Bits to_squares = 0;
    int found = 0;
    if (index < pieces) {
      from = nth(own, index);
      code = position.code_on(from);
      to_squares = targets(position, from, code, kinds);
      found = count(to_squares);
      if (code == kPawn && kinds == MoveKinds::All) found += 3 * count(to_squares & (kFirstRank | kLastRank));
    }
    const int before = lanes.sum_before(found);
    write_moves(position, from, code, to_squares, kinds, list + moves + before);
    moves += lanes.sum(found);
  }
  if (kinds == MoveKinds::All && safety.checkers == 0) {
    Bits rooks = position.castling_rooks & own;
    ROCADA_ROLLED
    while (rooks != 0) {
      const int rook = pop_first(rooks);
      if (!can_castle(position, rook)) continue;
      const auto king = chess::Square::from_index(position.king(us));
      if (lanes.is_first()) list[moves] = chess::Move::castling(king, chess::Square::from_index(rook)).code();
      ++moves;
    }
  }
  lanes.sync();
  return keep_legal(position, safety, list, moves, lanes);
}

}  // namespace rocada::selfplay
