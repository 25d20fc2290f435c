#include "chess/attacks.h"

#include <gtest/gtest.h>

#include "util/random.h"

namespace rocada::chess {
namespace {

// Walks square by square: slow, and obviously right.
Bitboard walk(Square from, int files, int ranks, Bitboard occupied) {
  Bitboard seen;
  int file = from.file().index() + files;
  int rank = from.rank().index() + ranks;
  while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
    const Square square = Square::at(File(file), Rank(rank));
    seen |= square;
    if (occupied.has(square)) break;
    file += files;
    rank += ranks;
  }
  return seen;
}

Bitboard walk_rook(Square from, Bitboard occupied) {
  return walk(from, 1, 0, occupied) | walk(from, -1, 0, occupied) | walk(from, 0, 1, occupied) |
         walk(from, 0, -1, occupied);
}
Bitboard walk_bishop(Square from, Bitboard occupied) {
  return walk(from, 1, 1, occupied) | walk(from, -1, 1, occupied) | walk(from, 1, -1, occupied) |
         walk(from, -1, -1, occupied);
}

TEST(Attacks, SlidersSeeWhatAWalkAlongTheirLinesSees) {
  util::Random random(1);
  for (int index = 0; index < 64; ++index) {
    const Square from = Square::from_index(index);
    for (int i = 0; i < 2000; ++i) {
      const Bitboard occupied(i % 2 == 0 ? random.next() & random.next() : random.next());
      ASSERT_EQ(rook_attacks(from, occupied), walk_rook(from, occupied)) << from.text();
      ASSERT_EQ(bishop_attacks(from, occupied), walk_bishop(from, occupied)) << from.text();
      ASSERT_EQ(queen_attacks(from, occupied), walk_rook(from, occupied) | walk_bishop(from, occupied));
    }
    EXPECT_EQ(rook_rays(from), walk_rook(from, Bitboard()));
    EXPECT_EQ(bishop_rays(from), walk_bishop(from, Bitboard()));
  }
}

TEST(Attacks, LeapersReachTheirSquaresAndNoOthers) {
  for (int a = 0; a < 64; ++a) {
    for (int b = 0; b < 64; ++b) {
      const Square from = Square::from_index(a);
      const Square to = Square::from_index(b);
      const int files = std::abs(from.file().index() - to.file().index());
      const int up = to.rank().index() - from.rank().index();
      const int ranks = std::abs(up);
      EXPECT_EQ(knight_attacks(from).has(to), files * ranks == 2);
      EXPECT_EQ(king_attacks(from).has(to), std::max(files, ranks) == 1);
      EXPECT_EQ(pawn_attacks(Color::White, from).has(to), files == 1 && up == 1);
      EXPECT_EQ(pawn_attacks(Color::Black, from).has(to), files == 1 && up == -1);
      EXPECT_EQ(pawn_attacks<Color::White>(Bitboard(from)), pawn_attacks(Color::White, from));
      EXPECT_EQ(pawn_attacks<Color::Black>(Bitboard(from)), pawn_attacks(Color::Black, from));
    }
  }
}

TEST(Attacks, BetweenAndLineFitTheSliders) {
  for (int a = 0; a < 64; ++a) {
    for (int b = 0; b < 64; ++b) {
      const Square from = Square::from_index(a);
      const Square to = Square::from_index(b);
      const bool straight = rook_rays(from).has(to);
      const bool diagonal = bishop_rays(from).has(to);
      if (!straight && !diagonal) {
        EXPECT_TRUE(between(from, to).empty());
        EXPECT_TRUE(line(from, to).empty());
        continue;
      }
      const auto walk_piece = straight ? walk_rook : walk_bishop;
      EXPECT_EQ(between(from, to), walk_piece(from, to) & walk_piece(to, from));
      EXPECT_EQ(line(from, to), (walk_piece(from, Bitboard()) & walk_piece(to, Bitboard())) | (from | to));
    }
  }
}

TEST(Bitboard, ShiftsDropWhatLeavesTheBoard) {
  EXPECT_EQ(Bitboard::all().shifted<8>(), Bitboard::all() - Bitboard::of(Rank(0)));
  EXPECT_EQ(Bitboard::all().shifted<-8>(), Bitboard::all() - Bitboard::of(Rank(7)));
  EXPECT_EQ(Bitboard::all().shifted<9>(), Bitboard::all() - Bitboard::of(Rank(0)) - Bitboard::of(kFileA));
  EXPECT_EQ(Bitboard::all().shifted<-7>(), Bitboard::all() - Bitboard::of(Rank(7)) - Bitboard::of(kFileA));
  EXPECT_EQ(Bitboard::all().shifted<1>(), Bitboard::all() - Bitboard::of(kFileA));
  EXPECT_EQ(Bitboard::all().shifted<-1>(), Bitboard::all() - Bitboard::of(kFileH));
}

TEST(Bitboard, IteratesFromA1ToH8) {
  const Bitboard board = Bitboard(*Square::parse("h8")) | *Square::parse("a1") | *Square::parse("c3");
  std::string text;
  for (const Square square : board) text += square.text();
  EXPECT_EQ(text, "a1c3h8");
  EXPECT_EQ(board.first().text(), "a1");
  EXPECT_EQ(board.last().text(), "h8");
  EXPECT_EQ(board.count(), 3);
  EXPECT_TRUE(board.more_than_one());
  EXPECT_FALSE(board.exactly_one());
}

}  // namespace
}  // namespace rocada::chess
