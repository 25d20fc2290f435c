// That is_legal() and the generator agree is tested in movegen_test.cpp; here: the reasons, and checks.
#include "chess/legality.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "support/random_games.h"

namespace rocada::chess {
namespace {

std::string why(std::string_view fen, std::string_view text, Variant variant = Variant::Standard) {
  const Position position = parse_fen(fen, variant).value();
  const auto move = parse_coordinates(position, text);
  return move ? "legal" : move.error().message;
}

TEST(WhyIllegal, ALegalAttemptFindsItsMoveAndEveryOtherAReason) {
  int positions = 0;
  test::for_each_position_of_random_games(8, [&](const Position& position) {
    if (++positions % 5 != 0) return;
    const MoveList moves = legal_moves(position);
    std::size_t found = 0;
    for (int from = 0; from < 64; ++from) {
      for (int to = 0; to < 64; ++to) {
        for (const std::optional<PieceType> promotion :
             {std::optional<PieceType>(), std::optional(PieceType::Queen), std::optional(PieceType::Rook),
              std::optional(PieceType::Bishop), std::optional(PieceType::Knight), std::optional(PieceType::King)}) {
          const auto move = find_legal_move(position, {Square::from_index(from), Square::from_index(to), promotion});
          if (move) {
            ASSERT_TRUE(is_legal(position, *move)) << to_fen(position) << " " << to_coordinates(*move);
            if (move->to() == Square::from_index(to)) ++found;  // castling also answers to the king's step
          } else {
            ASSERT_FALSE(move.error().message.empty());
            ASSERT_FALSE(move.error().message.ends_with("from ")) << to_fen(position) << from << " " << to;
            ASSERT_FALSE(move.error().message.ends_with("by ")) << to_fen(position) << from << " " << to;
          }
        }
      }
    }
    ASSERT_EQ(found, moves.size()) << to_fen(position);
  });
}

TEST(WhyIllegal, EveryKindOfReason) {
  EXPECT_EQ(why(kStartFen, "e4e5"), "there is no piece on e4");
  EXPECT_EQ(why(kStartFen, "e7e5"), "the pawn on e7 is black's, and it is white's turn");
  EXPECT_EQ(why(kStartFen, "g1g3"), "a knight does not move from g1 to g3");
  EXPECT_EQ(why(kStartFen, "g1g1"), "the knight on g1 would not move at all");
  EXPECT_EQ(why(kStartFen, "a1a5"), "the rook's path from a1 to a5 is blocked by the pawn on a2");
  EXPECT_EQ(why(kStartFen, "g1e2"), "your own pawn stands on e2");
  EXPECT_EQ(why("4k3/4q3/8/8/8/8/4B3/4K3 w - - 0 1", "e2d3"),
            "the bishop on e2 is pinned to the king on e1 by the queen on e7");
  EXPECT_EQ(why("k3r3/4N3/8/8/8/8/4K3/4r3 w - - 0 1", "e7c6"),
            "the knight on e7 is pinned to the king on e2 by the rook on e8");  // and not by the rook that gives check
  EXPECT_EQ(why("4k3/4r3/8/8/8/8/8/R3K3 w - - 0 1", "a1a2"), "it leaves the king on e1 in check from the rook on e7");
  EXPECT_EQ(why("4k3/4r3/8/8/8/5n2/8/R3K3 w - - 0 1", "a1a2"),
            "the king on e1 is in double check from the knight on f3 and the rook on e7: only the king can move");
  EXPECT_EQ(why("5r1k/8/8/8/8/8/8/4K3 w - - 0 1", "e1f2"), "the king would be in check on f2 from the rook on f8");
  EXPECT_EQ(why("8/8/8/8/8/4k3/8/4K3 w - - 0 1", "e1e2"), "the king would be in check on e2 from the king on e3");
  EXPECT_EQ(why("4k3/8/8/8/8/8/4q3/4K1r1 w - - 0 1", "e1e2"), "legal");
  EXPECT_EQ(why("4k3/8/8/8/8/3b4/4q3/4K3 w - - 0 1", "e1e2"), "the king would be in check on e2 from the bishop on d3");
  EXPECT_EQ(why("4r1k1/8/8/8/8/4K3/8/8 w - - 0 1", "e3e2"), "the king would be in check on e2 from the rook on e8");
}

TEST(WhyIllegal, Pawns) {
  EXPECT_EQ(why(kStartFen, "e2d3"), "a pawn moves diagonally only to capture, and there is nothing to take on d3");
  EXPECT_EQ(why(kStartFen, "e2e5"), "a pawn does not move from e2 to e5");
  EXPECT_EQ(why("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5"),
            "a pawn moves two squares only from its first square, and e3 is not one");
  EXPECT_EQ(why("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e2"), "a pawn does not move from e3 to e2");
  EXPECT_EQ(why("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e3"), "the pawn on e2 is blocked by the knight on e3");
  EXPECT_EQ(why("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e4"), "the pawn on e2 is blocked by the knight on e3");
  EXPECT_EQ(why("4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1", "e2e4"), "the pawn on e2 is blocked by the knight on e4");
  EXPECT_EQ(why("4k3/8/8/8/8/3P4/4P3/4K3 w - - 0 1", "e2d3"), "your own pawn stands on d3");
  EXPECT_EQ(why("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6"),
            "no en passant now: the pawn on d5 has not just moved two squares");
  EXPECT_EQ(why("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "e5d6"),
            "taking en passant would leave the king on a5 in check from the rook on h5");
  EXPECT_EQ(why("3rk3/8/8/3PpP2/8/8/8/3K4 w - e6 0 1", "d5e6"),
            "taking en passant would leave the king on d1 in check from the rook on d8");
  EXPECT_EQ(why("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6q"), "only a pawn that reaches the last rank is promoted");
  EXPECT_EQ(why("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8"), "promotion piece missing: add q, r, b or n");
  EXPECT_EQ(why("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8k"), "a pawn cannot be promoted to a king");
  EXPECT_EQ(why(kStartFen, "e2e4q"), "only a pawn that reaches the last rank is promoted");
}

TEST(WhyIllegal, Castling) {
  EXPECT_EQ(why("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1"), "castling: the king or the rook has moved");
  EXPECT_EQ(why("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1"), "castling: the rook on that side has moved or is gone");
  EXPECT_EQ(why("4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1", "e1g1"), "castling: blocked by the bishop on f1");
  EXPECT_EQ(why("4k3/8/8/8/8/8/8/RNBQK2R w KQ - 0 1", "e1c1"),
            "castling: blocked by the knight on b1, the bishop on c1 and the queen on d1");
  EXPECT_EQ(why("5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
            "castling: the king would pass through check on f1 from the rook on f8");
  EXPECT_EQ(why("k5r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
            "castling: the king would be in check on g1 from the rook on g8");
  EXPECT_EQ(why("4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"), "castling: the king is in check from the rook on e8");
  EXPECT_EQ(why("1r4k1/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O"), "legal");  // only the rook crosses b1
  EXPECT_EQ(why("6k1/8/8/8/8/8/8/qR2K3 w B - 0 1", "O-O-O"),
            "castling: the rook on b1 shields the king from the queen on a1");
  EXPECT_EQ(why("6k1/8/8/8/8/8/8/4KR1R w F - 0 1", "e1h1"), "castling: the king may not castle with the rook on h1");
  EXPECT_EQ(why("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1q"), "only a pawn that reaches the last rank is promoted");
}

TEST(WhyIllegal, WhatLooksLikeCastlingButIsNone) {
  EXPECT_EQ(why("4k3/8/8/8/8/8/8/5RK1 w - - 0 1", "g1f1"), "your own rook stands on f1");
  EXPECT_EQ(why("4k3/8/8/8/8/8/8/K7 w - - 0 1", "a1c1"), "a king does not move from a1 to c1");
  EXPECT_EQ(why("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1"), "legal");
}

TEST(WhyIllegal, AfterTheThirdCheck) {
  EXPECT_EQ(why("R3k3/8/8/8/8/8/8/4K3 b - - 0+3 0 1", "e8d7", Variant::ThreeCheck),
            "the game is over: white has given the third check");
}

TEST(GivesCheck, IsTrueExactlyOfMovesAfterWhichTheOtherSideIsInCheck) {
  test::for_each_position_of_random_games(15, [](const Position& position) {
    const CheckSquares squares(position);
    for (const Move move : legal_moves(position)) {
      Position child = position;
      child.make(move);
      ASSERT_EQ(gives_check(position, move), child.in_check()) << to_fen(position) << " " << to_coordinates(move);
      ASSERT_EQ(gives_check(position, move, squares), child.in_check())
          << to_fen(position) << " " << to_coordinates(move);
    }
  });
}

TEST(CheckSquares, AreThoseFromWhichTheMovedPieceItselfGivesCheck) {
  int checks = 0;
  test::for_each_position_of_random_games(15, [&](const Position& position) {
    const CheckSquares squares(position);
    for (const Move move : legal_moves(position)) {
      if (move.is_castling() || move.is_promotion()) continue;
      Position child = position;
      child.make(move);
      const bool direct = child.checkers().has(move.to());
      checks += direct ? 1 : 0;
      ASSERT_EQ(squares.has(position.piece_on(move.from()).type(), move.to()), direct)
          << to_fen(position) << " " << to_coordinates(move);
    }
  });
  EXPECT_GT(checks, 500);
}

}  // namespace
}  // namespace rocada::chess
