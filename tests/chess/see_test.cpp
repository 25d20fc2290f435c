#include "chess/see.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "support/random_games.h"

namespace rocada::chess {
namespace {

// The exchange played out on a plain board, one capture at a time, every attack found by looking afresh.
class PlainBoard {
 public:
  explicit PlainBoard(const Position& position) : board_(position.to_setup()) {}

  // What the side that moves gains with this first move, both sides then doing their best.
  int exchange(Move move) {
    const Square to = move.to();
    int gain = exchange_value(board_[to].type());
    if (move.is_en_passant()) {
      Piece& pawn = board_[Square::at(to.file(), move.from().rank())];
      gain += exchange_value(pawn.type());
      pawn = Piece();
    }
    Piece mover = board_[move.from()];
    const Color us = mover.color();
    if (move.is_promotion()) {
      mover = Piece(us, move.promotion_type());
      gain += exchange_value(mover.type()) - exchange_value(PieceType::Pawn);
    }
    board_[to] = mover;
    board_[move.from()] = Piece();
    return gain - best_recapture(to, ~us);
  }

 private:
  int best_recapture(Square to, Color side) {
    for (const PieceType type : kPieceTypes) {
      for (int index = 0; index < 64; ++index) {
        const Square from = Square::from_index(index);
        if (board_[from] != Piece(side, type) || !attacks(from, to)) continue;
        if (type == PieceType::King && any_attacks(to, ~side, from)) return 0;
        const int gain = exchange_value(board_[to].type());
        board_[to] = board_[from];
        board_[from] = Piece();
        return std::max(0, gain - best_recapture(to, ~side));
      }
    }
    return 0;
  }

  bool any_attacks(Square to, Color side, Square king_leaves) {
    const Piece king = board_[king_leaves];
    board_[king_leaves] = Piece();
    bool found = false;
    for (int index = 0; index < 64; ++index) {
      const Square from = Square::from_index(index);
      if (!board_[from].is_none() && board_[from].color() == side && from != to && attacks(from, to)) found = true;
    }
    board_[king_leaves] = king;
    return found;
  }

  bool attacks(Square from, Square to) const {
    const int files = to.file().index() - from.file().index();
    const int ranks = to.rank().index() - from.rank().index();
    const int wide = std::abs(files);
    const int high = std::abs(ranks);
    const bool line_free = [&] {
      const int steps = std::max(wide, high);
      for (int i = 1; i < steps; ++i) {
        const Square square =
            Square::at(File(from.file().index() + files / steps * i), Rank(from.rank().index() + ranks / steps * i));
        if (!board_[square].is_none()) return false;
      }
      return true;
    }();
    const Piece piece = board_[from];
    switch (piece.type()) {
      case PieceType::Pawn: return wide == 1 && ranks == (piece.color() == Color::White ? 1 : -1);
      case PieceType::Knight: return wide * high == 2;
      case PieceType::Bishop: return wide == high && wide > 0 && line_free;
      case PieceType::Rook: return (wide == 0) != (high == 0) && line_free;
      case PieceType::Queen: return (wide == high || wide == 0 || high == 0) && wide + high > 0 && line_free;
      case PieceType::King: return std::max(wide, high) == 1;
      case PieceType::None: return false;
    }
    return false;
  }

  PositionSetup board_;
};

TEST(StaticExchange, EqualsTheExchangePlayedOut) {
  test::for_each_position_of_random_games(25, [](const Position& position) {
    for (const Move move : legal_moves(position)) {
      if (move.is_castling()) {
        ASSERT_TRUE(see_at_least(position, move, 0));
        ASSERT_FALSE(see_at_least(position, move, 1));
        continue;
      }
      const int value = PlainBoard(position).exchange(move);
      ASSERT_TRUE(see_at_least(position, move, value))
          << to_fen(position) << " " << to_coordinates(move) << " " << value;
      ASSERT_FALSE(see_at_least(position, move, value + 1))
          << to_fen(position) << " " << to_coordinates(move) << " " << value;
    }
  });
}

TEST(StaticExchange, LooksThroughPiecesOnOneLine) {
  const Position position = parse_fen("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1").value();
  const Move capture = parse_move(position, "Nxe5").value();
  EXPECT_TRUE(see_at_least(position, capture, exchange_value(PieceType::Pawn) - exchange_value(PieceType::Knight)));
  EXPECT_FALSE(see_at_least(position, capture, 0));
}

TEST(StaticExchange, ADefendedPieceIsNotTakenByTheKing) {
  const Position position = parse_fen("4k3/4r3/8/8/8/8/4R3/4R1K1 w - - 0 1").value();
  const Move capture = parse_move(position, "Rxe7").value();
  EXPECT_TRUE(see_at_least(position, capture, exchange_value(PieceType::Rook)));
}

}  // namespace
}  // namespace rocada::chess
