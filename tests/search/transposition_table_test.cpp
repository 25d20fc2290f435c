#include "search/transposition_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "util/random.h"

namespace rocada::search {
namespace {

using chess::Key;
using chess::Move;
using eval::Score;

Move some_move(int from, int to) {
  return Move::normal(chess::Square::from_index(from), chess::Square::from_index(to));
}

TableEntry result(Score score, int depth, Bound bound, Move move = some_move(12, 28)) {
  return {move, score, eval::kNoScore, depth, bound, false};
}

// Any entry a search could store, decisive scores aside.
TableEntry random_entry(util::Random& random) {
  const auto score = [&] {
    return static_cast<Score>(random.below(2 * eval::kHighestEvaluation + 1)) - eval::kHighestEvaluation;
  };
  TableEntry entry;
  entry.move = Move::from_code(static_cast<std::uint16_t>(random.below(65536)));
  entry.score = score();
  entry.static_score = random.below(4) == 0 ? eval::kNoScore : score();
  entry.depth = static_cast<int>(random.below(129)) - 1;
  entry.bound = static_cast<Bound>(random.below(4));
  entry.was_pv = random.below(2) == 0;
  return entry;
}

bool same(const TableEntry& a, const TableEntry& b) {
  return a.move == b.move && a.score == b.score && a.static_score == b.static_score && a.depth == b.depth &&
         a.bound == b.bound && a.was_pv == b.was_pv;
}

class TranspositionTableTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(table.resize(1).ok()); }

  TranspositionTable table;
};

TEST_F(TranspositionTableTest, GivesBackWhatWasStored) {
  util::Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const Key key = random.next();
    const TableEntry entry = random_entry(random);
    table.store(key, i % 100, entry);
    const auto found = table.find(key, i % 77);
    ASSERT_TRUE(found.has_value());
    ASSERT_TRUE(same(*found, entry)) << i;
  }
  EXPECT_FALSE(table.find(random.next(), 0).has_value());
}

TEST_F(TranspositionTableTest, AnEvaluationAloneIsWorthRemembering) {
  for (const Score evaluation : {0, 1, -1, 250, -250, eval::kHighestEvaluation, -eval::kHighestEvaluation}) {
    const Key key = 1000 + static_cast<Key>(evaluation);
    table.store(key, 7, {Move::none(), eval::kDraw, evaluation, -1, Bound::None, false});
    const auto found = table.find(key, 3);
    ASSERT_TRUE(found.has_value()) << evaluation;
    EXPECT_EQ(found->static_score, evaluation);
    EXPECT_EQ(found->bound, Bound::None);
    EXPECT_LT(found->depth, 0) << "no search, not even a quiescence search, must take it for an answer";
  }
}

TEST_F(TranspositionTableTest, VeryDeepResultsStayDeep) {
  table.store(42, 0, result(0, 200, Bound::Exact));
  EXPECT_GE(table.find(42, 0)->depth, 127);
}

TEST_F(TranspositionTableTest, DecisiveScoresCountFromTheNode) {
  for (const Score distance : {8, 50}) {
    for (const auto& score_in : {eval::mate_in, eval::tablebase_win_in}) {
      for (const int sign : {1, -1}) {
        table.store(42, 5, result(sign * score_in(distance), 4, Bound::Exact));
        EXPECT_EQ(table.find(42, 5)->score, sign * score_in(distance));
        EXPECT_EQ(table.find(42, 1)->score, sign * score_in(distance - 4));
      }
    }
  }
}

TEST_F(TranspositionTableTest, AResultWithoutAMoveKeepsTheOldOne) {
  table.store(42, 0, result(10, 4, Bound::Lower, some_move(12, 28)));
  table.store(42, 0, result(-10, 5, Bound::Upper, Move::none()));
  EXPECT_EQ(table.find(42, 0)->move, some_move(12, 28));
  EXPECT_EQ(table.find(42, 0)->score, -10);
}

TEST_F(TranspositionTableTest, AMuchDeeperResultOfThisSearchIsNotLostToAShallowBound) {
  constexpr int kDeep = 20;
  for (const Bound bound : {Bound::Lower, Bound::Upper}) {
    for (int depth = 0; depth <= kDeep + 1; ++depth) {
      table.clear();
      table.store(42, 0, result(10, kDeep, Bound::Lower));
      table.store(42, 0, result(-10, depth, bound));
      const Score kept = table.find(42, 0)->score;
      if (depth <= kDeep / 2) {
        EXPECT_EQ(kept, 10) << depth;
      }
      if (depth >= kDeep) {
        EXPECT_EQ(kept, -10) << depth;
      }
    }
  }
}

TEST_F(TranspositionTableTest, AnExactScoreAndANewSearchReplaceEvenAMuchDeeperResult) {
  table.store(42, 0, result(10, 20, Bound::Lower));
  table.store(42, 0, result(-10, 1, Bound::Exact));
  EXPECT_EQ(table.find(42, 0)->score, -10);

  table.store(43, 0, result(10, 20, Bound::Lower));
  table.new_search();
  EXPECT_EQ(table.find(43, 0)->score, 10);
  table.store(43, 0, result(-10, 1, Bound::Upper));
  EXPECT_EQ(table.find(43, 0)->score, -10);
}

TEST_F(TranspositionTableTest, OldSearchesMakeRoomFirst) {
  util::Random random(2);
  for (int i = 0; i < 200000; ++i) table.store(random.next(), 0, result(0, 30, Bound::Exact));
  EXPECT_GT(table.permille_full(), 900);
  table.new_search();
  EXPECT_EQ(table.permille_full(), 0);
  std::vector<Key> keys;
  for (int i = 0; i < 1000; ++i) {
    keys.push_back(random.next());
    table.store(keys.back(), 0, result(0, 23, Bound::Exact));
  }
  EXPECT_GT(std::ranges::count_if(keys, [&](Key key) { return table.find(key, 0).has_value(); }), 990);
}

TEST_F(TranspositionTableTest, AnImpossibleSizeIsRefusedAndTheOldTableKept) {
  table.store(42, 0, result(10, 4, Bound::Lower));
  const auto refused = table.resize(std::size_t{1} << 30);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("MiB"), std::string::npos);
  EXPECT_TRUE(table.find(42, 0).has_value());
}

// What some searches leave behind, entry by entry. More is stored than there is room for.
std::vector<std::optional<TableEntry>> left_by_three_searches(TranspositionTable& table) {
  util::Random random(3);
  std::vector<Key> keys;
  for (int search = 0; search < 3; ++search) {
    table.new_search();
    for (int i = 0; i < 60000; ++i) {
      keys.push_back(random.next());
      table.store(keys.back(), 0, random_entry(random));
    }
  }
  std::vector<std::optional<TableEntry>> left;
  for (const Key key : keys) left.push_back(table.find(key, 0));
  return left;
}

TEST_F(TranspositionTableTest, ClearedItIsAsGoodAsNew) {
  const auto expected = left_by_three_searches(table);
  for (int i = 0; i < 5; ++i) table.new_search();
  table.clear();
  util::Random random(3);
  EXPECT_FALSE(table.find(random.next(), 0).has_value());
  EXPECT_EQ(table.permille_full(), 0);
  EXPECT_TRUE(std::ranges::equal(left_by_three_searches(table), expected, [](const auto& a, const auto& b) {
    return a.has_value() == b.has_value() && (!a || same(*a, *b));
  }));
}

// Two threads fight for one cluster: one only stores, the other stores now and then and looks. Each position has one
// entry, so a mixture of two is noticed. Sixteen bits of the key are all that tells positions apart: once in a while a
// mixture may pass for the truth.
TEST_F(TranspositionTableTest, RacingThreadsAlmostNeverReadAMixture) {
  constexpr int kRounds = 1000000;
  constexpr std::uint32_t kPositions = 4;  // more than a cluster holds
  const auto key_of = [](std::uint32_t position) { return Key{0x9E3779B97F4A0000ULL} + 0x1357 * (position + 1); };
  util::Random random(10);
  std::vector<TableEntry> entries;
  for (std::uint32_t i = 0; i < kPositions; ++i) {
    entries.push_back(random_entry(random));
    entries.back().depth = 10;
    entries.back().bound = Bound::Exact;
  }
  const auto store = [&](std::uint32_t position) { table.store(key_of(position), 0, entries[position]); };

  const std::jthread other([&](const std::stop_token& stop) {
    util::Random choice(11);
    while (!stop.stop_requested()) store(choice.below(kPositions));
  });
  int seen = 0;
  int wrong = 0;
  for (int i = 0; i < kRounds; ++i) {
    const std::uint32_t position = random.below(kPositions);
    if (i % 16 == 0) store(position);
    if (const auto found = table.find(key_of(position), 0)) {
      ++seen;
      wrong += same(*found, entries[position]) ? 0 : 1;
    }
  }
  EXPECT_GT(seen, kRounds / 4);
  EXPECT_LE(wrong, 10);
}

// Tables of other machines tell what they know by records.
TEST_F(TranspositionTableTest, WhatAnotherTableHoldsCanBeMerged) {
  util::Random random(7);
  for (int i = 0; i < 5000; ++i) {
    const Key key = random.next();
    TableEntry entry = random_entry(random);
    entry.bound = Bound::Lower;
    table.merge(TranspositionTable::record_of(key, i % 50, entry));
    const auto found = table.find(key, i % 50);
    ASSERT_TRUE(found.has_value());
    entry.depth = std::min(entry.depth, 127);
    EXPECT_TRUE(same(*found, entry));
  }
}

TEST_F(TranspositionTableTest, AMateIsMergedByItsDistanceFromTheNode) {
  table.merge(TranspositionTable::record_of(1, 4, result(eval::kMate - 10, 8, Bound::Exact)));
  EXPECT_EQ(table.find(1, 0)->score, eval::kMate - 6);
}

TEST_F(TranspositionTableTest, WhatIsKnownAsDeeplyIsNotReplacedByAMerge) {
  table.store(1, 0, result(10, 8, Bound::Lower));
  table.merge(TranspositionTable::record_of(1, 0, result(20, 8, Bound::Exact)));
  EXPECT_EQ(table.find(1, 0)->score, 10);
  table.merge(TranspositionTable::record_of(1, 0, result(20, 9, Bound::Exact)));
  EXPECT_EQ(table.find(1, 0)->score, 20);
  // A record that says nothing changes nothing.
  table.merge({1, 0});
  EXPECT_EQ(table.find(1, 0)->score, 20);
}

}  // namespace
}  // namespace rocada::search
