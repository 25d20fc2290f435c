#include "chess/repetition.h"

#include <array>
#include <cstdlib>
#include <initializer_list>
#include <utility>

#include "chess/attacks.h"
#include "chess/legality.h"

namespace rocada::chess {

namespace {

struct ReversibleMove {
  Key key = 0;  // zero: the slot is free
  std::uint8_t a = 0;
  std::uint8_t b = 0;
};

// A cuckoo table: every key lies in one of its two slots.
constexpr std::size_t kSlots = 8192;
constexpr std::size_t first_slot(Key key) { return key & (kSlots - 1); }
constexpr std::size_t second_slot(Key key) { return key >> 16 & (kSlots - 1); }

consteval bool reaches_on_empty_board(PieceType type, int a, int b) {
  const int files = a % 8 > b % 8 ? a % 8 - b % 8 : b % 8 - a % 8;
  const int ranks = a / 8 > b / 8 ? a / 8 - b / 8 : b / 8 - a / 8;
  const bool straight = files == 0 || ranks == 0;
  const bool diagonal = files == ranks;
  switch (type) {
    case PieceType::Knight: return files * ranks == 2;
    case PieceType::Bishop: return diagonal;
    case PieceType::Rook: return straight;
    case PieceType::Queen: return straight || diagonal;
    case PieceType::King: return files <= 1 && ranks <= 1;
    case PieceType::Pawn:
    case PieceType::None: break;
  }
  return false;
}

consteval auto make_reversible_moves() {
  std::array<ReversibleMove, kSlots> table{};
  for (const PieceType type : kPieceTypes) {
    for (const Color color : {Color::White, Color::Black}) {
      for (int a = 0; a < 64; ++a) {
        for (int b = a + 1; b < 64; ++b) {
          if (!reaches_on_empty_board(type, a, b)) continue;
          const Piece piece(color, type);
          ReversibleMove move{zobrist::piece(piece, Square::from_index(a)) ^
                                  zobrist::piece(piece, Square::from_index(b)) ^ zobrist::black_to_move(),
                              static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)};
          // Whoever is pushed out of its slot goes to its other one.
          std::size_t slot = first_slot(move.key);
          while (true) {
            std::swap(table[slot], move);
            if (move.key == 0) break;
            slot = slot == first_slot(move.key) ? second_slot(move.key) : first_slot(move.key);
          }
        }
      }
    }
  }
  return table;
}

constexpr auto kReversibleMoves = make_reversible_moves();

const ReversibleMove* find_reversible_move(Key key) {
  for (const std::size_t slot : {first_slot(key), second_slot(key)}) {
    if (kReversibleMoves[slot].key == key) return &kReversibleMoves[slot];
  }
  return nullptr;
}

}  // namespace

bool can_repeat(const Position& position, std::span<const Key> keys, int plies) {
  const auto last = static_cast<std::ptrdiff_t>(keys.size()) - 1;
  for (std::ptrdiff_t back = 3; back <= plies && back <= last; back += 2) {
    const ReversibleMove* move = find_reversible_move(position.key() ^ keys[static_cast<std::size_t>(last - back)]);
    if (move == nullptr) continue;
    const Square a = Square::from_index(move->a);
    const Square b = Square::from_index(move->b);
    const Bitboard start = (a | b) & position.pieces(position.side_to_move());
    if (start.empty() || (between(a, b) & position.occupied()).any()) continue;
    // A check that is counted makes the position a new one.
    const Move returning = Move::normal(start.first(), start.has(a) ? b : a);
    if (!position.rules().check_is_progress() || !gives_check(position, returning)) return true;
  }
  return false;
}

}  // namespace rocada::chess
