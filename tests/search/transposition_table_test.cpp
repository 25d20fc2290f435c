#include "search/transposition_table.h"

#include <gtest/gtest.h>

#include "util/random.h"

namespace rocada::search {
namespace {

chess::Move some_move(int from, int to) {
  return chess::Move::normal(chess::Square::from_index(from), chess::Square::from_index(to));
}

TEST(TranspositionTable, GivesBackWhatWasStored) {
  TranspositionTable table;
  ASSERT_TRUE(table.resize(1).ok());
  util::Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const chess::Key key = random.next();
    const TableEntry entry{some_move(i % 64, (i * 7 + 1) % 64), i - 500, i % 100, Bound::Lower};
    table.store(key, 3, entry);
    const auto found = table.find(key, 3);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->move, entry.move);
    EXPECT_EQ(found->score, entry.score);
    EXPECT_EQ(found->depth, entry.depth);
    EXPECT_EQ(found->bound, entry.bound);
  }
  EXPECT_FALSE(table.find(random.next(), 0).has_value());
}

TEST(TranspositionTable, VeryDeepResultsStayDeep) {
  TranspositionTable table;
  ASSERT_TRUE(table.resize(1).ok());
  table.store(42, 0, {some_move(1, 2), 0, 200, Bound::Exact});
  EXPECT_GE(table.find(42, 0)->depth, 127);
}

TEST(TranspositionTable, MatesCountFromTheNode) {
  TranspositionTable table;
  ASSERT_TRUE(table.resize(1).ok());
  table.store(42, 5, {some_move(1, 2), eval::mate_in(8), 4, Bound::Exact});
  EXPECT_EQ(table.find(42, 5)->score, eval::mate_in(8));
  EXPECT_EQ(table.find(42, 1)->score, eval::mate_in(4));
  table.store(43, 5, {some_move(1, 2), eval::mated_in(8), 4, Bound::Exact});
  EXPECT_EQ(table.find(43, 2)->score, eval::mated_in(5));
}

TEST(TranspositionTable, AResultWithoutAMoveKeepsTheOldOne) {
  TranspositionTable table;
  ASSERT_TRUE(table.resize(1).ok());
  table.store(42, 0, {some_move(12, 28), 10, 4, Bound::Lower});
  table.store(42, 0, {chess::Move::none(), -10, 5, Bound::Upper});
  EXPECT_EQ(table.find(42, 0)->move, some_move(12, 28));
  EXPECT_EQ(table.find(42, 0)->score, -10);
}

TEST(TranspositionTable, ClearingForgetsAndAnImpossibleSizeIsRefused) {
  TranspositionTable table;
  ASSERT_TRUE(table.resize(1).ok());
  table.store(42, 0, {some_move(12, 28), 10, 4, Bound::Lower});
  const auto refused = table.resize(std::size_t{1} << 30);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("MiB"), std::string::npos);
  EXPECT_TRUE(table.find(42, 0).has_value()) << "the old table is kept";
  table.clear();
  EXPECT_FALSE(table.find(42, 0).has_value());
}

TEST(TranspositionTable, OldSearchesMakeRoomFirst) {
  TranspositionTable table;
  ASSERT_TRUE(table.resize(1).ok());
  util::Random random(2);
  for (int i = 0; i < 200000; ++i) table.store(random.next(), 0, {some_move(1, 2), 0, 30, Bound::Exact});
  EXPECT_GT(table.permille_full(), 900);
  table.new_search();
  EXPECT_EQ(table.permille_full(), 0);
  std::vector<chess::Key> keys;
  for (int i = 0; i < 1000; ++i) {
    keys.push_back(random.next());
    table.store(keys.back(), 0, {some_move(1, 2), 0, 23, Bound::Exact});
  }
  int kept = 0;
  for (const chess::Key key : keys) kept += table.find(key, 0).has_value() ? 1 : 0;
  EXPECT_GT(kept, 990);
}

}  // namespace
}  // namespace rocada::search
