#include "chess/variants/chess960.h"

#include <gtest/gtest.h>

#include <set>

#include "chess/fen.h"

namespace rocada::chess {
namespace {

std::string text_of(const std::array<PieceType, 8>& rank) {
  std::string text;
  for (const PieceType type : rank) text += letter_of(type);
  return text;
}

TEST(Chess960, NumbersAreScharnagls) {
  EXPECT_EQ(text_of(chess960_back_rank(0)), "BBQNNRKR");
  EXPECT_EQ(text_of(chess960_back_rank(kChess960Normal)), "RNBQKBNR");
  EXPECT_EQ(text_of(chess960_back_rank(959)), "RKRNNQBB");
  EXPECT_EQ(text_of(chess960_back_rank(342)), "NRBKQBRN");
}

TEST(Chess960, All960DifferAndKeepTheRules) {
  std::set<std::string> seen;
  for (int number = 0; number < kChess960Count; ++number) {
    const std::string rank = text_of(chess960_back_rank(number));
    seen.insert(rank);
    const auto king = rank.find('K');
    EXPECT_LT(rank.find('R'), king);
    EXPECT_GT(rank.rfind('R'), king);
    EXPECT_NE(rank.find('B') % 2, rank.rfind('B') % 2);
    EXPECT_TRUE(chess960_start(number, kChess960Count - 1 - number).ok());
  }
  EXPECT_EQ(seen.size(), 960U);
}

TEST(Chess960, BadNumbersAreRefused) {
  EXPECT_FALSE(chess960_start(960, 0).ok());
  EXPECT_FALSE(chess960_start(0, -1).ok());
}

TEST(Chess960, Number518IsNormalChess) { EXPECT_EQ(chess960_start(518, 518).value(), start_position()); }

}  // namespace
}  // namespace rocada::chess
