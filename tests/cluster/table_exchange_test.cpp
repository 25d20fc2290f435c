#include "cluster/table_exchange.h"

#include <gtest/gtest.h>

#include <thread>

#include "cluster/in_process_transport.h"

namespace rocada::cluster {
namespace {

using search::TableRecord;

TableRecord record_of(chess::Key key, int depth) {
  return search::TranspositionTable::record_of(key, 0,
                                               {chess::Move::none(), 17, 18, depth, search::Bound::Exact, false});
}

// Two ranks, of which the first tells and the second hears.
class TableExchangeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    team_.make_outboxes(2);
    ASSERT_TRUE(table_.resize(1).ok());
  }
  // A turn of the first rank's post some time after the one before.
  void turn_after(std::chrono::microseconds pause) {
    now_ += pause;
    exchange_.send_due(kSearch, now_);
    post_.end();
    post_.run([](const Message&) {}, [] { return false; });
  }
  // Everything that has come to the second rank since.
  std::size_t hear() {
    std::size_t heard = 0;
    while (const auto message = cluster_[1].receive()) {
      const Records records = records_in(*message);
      EXPECT_EQ(records.number, kSearch);
      heard += records.records.size();
      hearing_.merge(records, table_);
    }
    return heard;
  }

  static constexpr SearchNumber kSearch = 5;
  test::InProcessCluster cluster_{2};
  Post post_{cluster_[0]};
  Post other_post_{cluster_[1]};
  search::Team team_;
  search::Team other_team_;
  TableExchange exchange_{team_, post_};
  TableExchange hearing_{other_team_, other_post_};
  search::TranspositionTable table_;
  TableExchange::Clock::time_point now_ = TableExchange::Clock::now();
};

TEST_F(TableExchangeTest, WhatOneThreadFindsIsInTheOtherMachinesTable) {
  team_.outboxes[0]->put(record_of(1, 10));
  team_.outboxes[1]->put(record_of(~0ULL, 11));
  turn_after(std::chrono::milliseconds(2));
  EXPECT_EQ(hear(), 2u);
  EXPECT_EQ(table_.find(1, 0)->depth, 10);
  EXPECT_EQ(table_.find(~0ULL, 0)->depth, 11);
  EXPECT_EQ(table_.find(1, 0)->score, 17);
  Traffic traffic;
  exchange_.add_to(traffic);
  EXPECT_EQ(traffic.records_sent, 2u);
}

TEST_F(TableExchangeTest, WhatAnEarlierSearchHasLeftIsNotTold) {
  team_.outboxes[0]->put(record_of(1, 10));
  exchange_.begin_search();
  turn_after(std::chrono::milliseconds(2));
  EXPECT_EQ(hear(), 0u);
}

TEST_F(TableExchangeTest, NothingIsToldTwiceNorTooOften) {
  team_.outboxes[0]->put(record_of(1, 10));
  turn_after(std::chrono::microseconds(100));
  EXPECT_EQ(hear(), 0u);
  turn_after(std::chrono::milliseconds(2));
  EXPECT_EQ(hear(), 1u);
  turn_after(std::chrono::milliseconds(2));
  EXPECT_EQ(hear(), 0u);
}

TEST_F(TableExchangeTest, WhatIsSentIsBoundedHoweverMuchIsFound) {
  const int before = team_.least_depth;
  std::uint64_t sent = 0;
  turn_after(std::chrono::milliseconds(2));  // from here on, by our clock
  const auto start = now_;
  for (int turn = 0; turn < 500; ++turn) {
    for (chess::Key key = 0; key < 2000; ++key) team_.outboxes[0]->put(record_of(key << 50, 10));
    turn_after(std::chrono::milliseconds(1));
    sent += hear();
  }
  const std::chrono::duration<double> time = now_ - start;
  EXPECT_GT(sent, 0u);
  EXPECT_LE(static_cast<double>(sent) * 16, static_cast<double>(kMostRecordBytesPerSecond) * time.count());
  EXPECT_GT(team_.least_depth, before);
  Traffic traffic;
  exchange_.add_to(traffic);
  EXPECT_EQ(traffic.records_sent + traffic.records_dropped, 500u * 2000u);
}

TEST_F(TableExchangeTest, ShallowerResultsAreToldAgainWhenThereAreFew) {
  team_.least_depth = 20;
  for (int turn = 0; turn < 2000; ++turn) turn_after(std::chrono::milliseconds(1));
  EXPECT_EQ(team_.least_depth, search::Team::kLowestLeastDepth);
}

// The bytes a rank sends do not grow with the number of ranks, and the messages hardly do.
TEST(TableExchange, ManyRanksSendNoMoreThanFew) {
  for (const std::size_t others : {1u, 7u, 63u, 511u}) {
    const auto records = TableExchange::allowance(others, std::chrono::seconds(1));
    EXPECT_LE(records * 16 * others, kMostRecordBytesPerSecond) << others;
    const std::chrono::duration<double> pause = TableExchange::pause(others);
    EXPECT_LE(static_cast<double>(others) / pause.count(), 4001) << others;
  }
}

// Two machines of two ranks: the second of one tells the second of the other, who hears for both.
TEST(TableExchange, OneRankOfEachOtherMachineIsTold) {
  test::InProcessCluster cluster(4, 2);
  Post post(cluster[1]);
  search::Team team;
  TableExchange exchange(team, post);
  team.make_outboxes(1);
  team.outboxes.front()->put(record_of(1, 10));
  exchange.send_due(1, TableExchange::Clock::now() + std::chrono::milliseconds(2));
  post.end();
  post.run([](const Message&) {}, [] { return false; });
  for (const int rank : {0, 2}) EXPECT_FALSE(cluster[rank].receive().has_value()) << rank;
  EXPECT_TRUE(cluster[3].receive().has_value());
}

TEST(TableExchange, WhereAllAreOnOneMachineTheSearchPutsNothingAside) {
  test::InProcessCluster cluster(3, 3);
  Post post(cluster[2]);
  search::Team team;
  const TableExchange exchange(team, post);
  EXPECT_FALSE(team.has_other_tables);
  team.make_outboxes(2);
  EXPECT_TRUE(team.outboxes.empty());
}

TEST(Outbox, KeepsTheOldestWhenItIsFull) {
  search::Outbox outbox;
  for (chess::Key key = 0; key < 6000; ++key) outbox.put({key, 1});
  std::vector<chess::Key> keys;
  outbox.take_all([&](const TableRecord& record) { keys.push_back(record.key); });
  ASSERT_EQ(keys.size(), 4096u);
  EXPECT_EQ(keys.front(), 0u);
  EXPECT_EQ(keys.back(), 4095u);
  EXPECT_EQ(outbox.dropped(), 6000u - 4096u);
}

TEST(Outbox, WhatOneThreadPutsAnotherTakesWholeAndInOrder) {
  search::Outbox outbox;
  constexpr chess::Key kMany = 200'000;
  std::jthread writer([&] {
    for (chess::Key key = 1; key <= kMany; ++key) outbox.put({key, ~key});
  });
  chess::Key last = 0;
  std::uint64_t taken = 0;
  while (taken + outbox.dropped() < kMany) {
    outbox.take_all([&](const TableRecord& record) {
      ASSERT_GT(record.key, last);
      ASSERT_EQ(record.data, ~record.key);
      last = record.key;
      ++taken;
    });
  }
  writer.join();
  EXPECT_EQ(taken + outbox.dropped(), kMany);
}

}  // namespace
}  // namespace rocada::cluster
