// A leader and its followers, each with an engine and a thread of its own, as they are on several machines.
#include "cluster/leader.h"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <thread>

#include "chess/legality.h"
#include "cluster/follower.h"
#include "cluster/in_process_transport.h"
#include "eval/nnue/networks.h"
#include "support/positions.h"
#include "support/random_network.h"
#include "support/small_book.h"
#include "support/temporary_file.h"

namespace rocada::cluster {
namespace {

constexpr std::string_view kMateInTwo = "6k1/5ppp/8/8/8/8/1R3PPP/R5K1 w - - 0 1";
constexpr std::string_view kManyMoves = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

// What a search tells, for a thread that waits for it.
class Waiter final : public search::Observer {
 public:
  void line(const search::Line& line) override {
    const std::scoped_lock lock(mutex_);
    last_ = line;
    changed_.notify_all();
  }
  void current_move(const search::CurrentMove&) override {}
  void finished(const search::Finished& finished) override {
    const std::scoped_lock lock(mutex_);
    finished_ = finished;
    changed_.notify_all();
  }

  search::Finished await() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return finished_.has_value(); });
    return *finished_;
  }
  void await_depth(int depth) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return last_ && last_->depth >= depth; });
  }
  search::Line last() {
    const std::scoped_lock lock(mutex_);
    return last_.value();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<search::Line> last_;
  std::optional<search::Finished> finished_;
};

class Cluster {
 public:
  explicit Cluster(int ranks, int ranks_of_a_machine = 1)
      : transports_(ranks, ranks_of_a_machine), followers_(static_cast<std::size_t>(ranks)) {
    for (int rank = 1; rank < ranks; ++rank) {
      threads_.emplace_back([this, rank] {
        engine::Engine engine(clock_);
        followers_[static_cast<std::size_t>(rank)] = &engine;
        Post post(transports_[rank]);
        Follower follower(engine, post);
        post.run([&](const Message& message) { follower.handle(message); }, [&] { return follower.turn(); });
      });
    }
    threads_.emplace_back([this] {
      post_.run([this](const Message& message) { leader_.handle(message); }, [this] { return leader_.turn(); });
    });
  }
  ~Cluster() { dismiss(); }
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  Leader* operator->() { return &leader_; }
  // Ends all ranks; what has passed on each of them.
  std::vector<Traffic> dismiss() {
    if (threads_.empty()) return {};
    EXPECT_TRUE(leader_.dismiss().ok());
    post_.end();
    threads_.clear();
    return leader_.traffic();
  }
  // After an option was set, and so answered by all.
  const engine::Options& options_of(std::size_t rank) { return followers_[rank].load()->options(); }
  const eval::nnue::Networks& networks_of(std::size_t rank) { return followers_[rank].load()->networks(); }

  // While nobody searches.
  search::TranspositionTable& table_of(std::size_t rank) {
    return rank == 0 ? engine_.table() : followers_[rank].load()->table();
  }

  util::Result<std::string> set(engine::OptionId id, std::string_view value) {
    return leader_.set_option(engine::spec_of(id), value);
  }
  std::shared_ptr<Waiter> start(std::string_view fen, const search::Limits& limits) {
    auto waiter = std::make_shared<Waiter>();
    leader_.start(test::game_from(fen), limits, waiter);
    return waiter;
  }

 private:
  util::SteadyClock clock_;
  test::InProcessCluster transports_;
  engine::Engine engine_{clock_};
  Post post_{transports_[0]};
  Leader leader_{engine_, post_};
  std::vector<std::atomic<engine::Engine*>> followers_;  // by rank
  std::vector<std::jthread> threads_;
};

search::Limits to_depth(int depth) {
  search::Limits limits;
  limits.depth = depth;
  return limits;
}

search::Limits infinite() {
  search::Limits limits;
  limits.infinite = true;
  return limits;
}

TEST(Leader, AllRanksTogetherFindAMate) {
  Cluster cluster(3);
  const auto waiter = cluster.start(kMateInTwo, to_depth(8));
  EXPECT_TRUE(eval::is_mate_score(waiter->await().score));
}

TEST(Leader, OneRankAloneSearchesAsTheEngineDoes) {
  Cluster cluster(1);
  const auto together = cluster.start(kManyMoves, to_depth(9));
  const search::Finished found = together->await();
  util::SteadyClock clock;
  engine::Engine engine(clock);
  const auto alone = std::make_shared<Waiter>();
  engine.start(test::game_from(kManyMoves), to_depth(9), alone);
  EXPECT_EQ(found.effort.nodes, alone->await().effort.nodes);
  EXPECT_EQ(found.best, alone->await().best);
}

TEST(Leader, WhatARankFindsComesToTheOthers) {
  Cluster cluster(2);
  search::Limits limits;
  limits.nodes = 300'000;
  EXPECT_GE(cluster.start(kManyMoves, limits)->await().effort.nodes, 300'000u);
  const auto traffic = cluster.dismiss();
  ASSERT_EQ(traffic.size(), 2u);
  for (const Traffic& rank : traffic) {
    EXPECT_GT(rank.records_sent, 0u);
    EXPECT_GT(rank.records_received, 0u);
    EXPECT_GT(rank.bytes_sent, 16 * rank.records_sent);
  }
}

TEST(Leader, StopsAndSearchesAgainAsOftenAsOneLikes) {
  Cluster cluster(3);
  for (int i = 0; i < 30; ++i) {
    const auto waiter = cluster.start(i % 2 == 0 ? kManyMoves : kMateInTwo, infinite());
    waiter->await_depth(1 + i % 5);
    if (i % 3 == 0) cluster->pause();
    if (i % 3 == 0) cluster->resume();
    if (i % 4 == 0) cluster->new_game();
    cluster->stop_and_wait();
    const search::Finished found = waiter->await();
    const chess::Position position = test::position_of(i % 2 == 0 ? kManyMoves : kMateInTwo);
    EXPECT_TRUE(chess::is_legal(position, found.best));
    // The last line told is the one that is played.
    EXPECT_EQ(waiter->last().moves.front(), found.best);
  }
}

TEST(Leader, OptionsReachAllRanks) {
  Cluster cluster(3);
  ASSERT_TRUE(cluster.set(engine::OptionId::Hash, "3").ok());
  ASSERT_TRUE(cluster.set(engine::OptionId::Threads, "2").ok());
  for (const std::size_t rank : {1u, 2u}) {
    EXPECT_EQ(cluster.options_of(rank).number(engine::OptionId::Hash), 3);
    EXPECT_EQ(cluster.options_of(rank).number(engine::OptionId::Threads), 2);
  }
  EXPECT_TRUE(eval::is_mate_score(cluster.start(kMateInTwo, to_depth(6))->await().score));
}

TEST(Leader, ARefusedValueChangesNothingAnywhere) {
  Cluster cluster(2);
  ASSERT_TRUE(cluster.set(engine::OptionId::Hash, "2").ok());
  const auto refused = cluster.set(engine::OptionId::EvalFile, "/nowhere/at/all.nnue");
  EXPECT_FALSE(refused.ok());
  EXPECT_EQ(cluster->options().text(engine::OptionId::EvalFile), "");
  EXPECT_FALSE(cluster.set(engine::OptionId::Hash, "none").ok());
  EXPECT_EQ(cluster.options_of(1).number(engine::OptionId::Hash), 2);
}

TEST(Leader, ANetworkReachesAllRanksAndTheOtherGameKeepsItsOwn) {
  const test::TemporaryFile file("network");
  test::write_bytes(file.path(), test::to_file(*test::random_network(3, chess::Variant::ThreeCheck)));
  Cluster cluster(3);
  const auto set = cluster.set(engine::OptionId::EvalFile, file.path());
  ASSERT_TRUE(set.ok()) << set.error().message;
  for (const std::size_t rank : {1u, 2u}) {
    EXPECT_EQ(cluster.networks_of(rank).of(chess::Variant::ThreeCheck)->card.name, "random");
    EXPECT_EQ(cluster.networks_of(rank).of(chess::Variant::Standard)->card.checksum,
              eval::nnue::Networks().of(chess::Variant::Standard)->card.checksum);
  }
}

TEST(Leader, OnlyMovesHoldForAll) {
  Cluster cluster(3);
  search::Limits limits = to_depth(8);
  const chess::Position position = test::position_of(kMateInTwo);
  limits.only_moves = {test::move_of(position, "g1f1")};
  EXPECT_EQ(cluster.start(kMateInTwo, limits)->await().best, limits.only_moves.front());
}

TEST(Leader, WhoPlaysWeaklyPlaysAlone) {
  Cluster cluster(2);
  ASSERT_TRUE(cluster.set(engine::OptionId::LimitStrength, "true").ok());
  search::Limits limits;
  limits.move_time = std::chrono::hours(1);  // only in games anybody plays weakly
  limits.nodes = 100'000;
  cluster.start(kManyMoves, limits)->await();
  const auto traffic = cluster.dismiss();
  EXPECT_EQ(traffic[0].records_sent + traffic[1].records_sent, 0u);
  EXPECT_EQ(traffic[1].search_milliseconds, 0u);
}

// Whether what one rank stores can be found by the other.
bool share_a_table(Cluster& cluster, std::size_t one, std::size_t other, chess::Key key) {
  cluster.table_of(one).store(key, 0, {chess::Move::none(), 17, 18, 9, search::Bound::Exact, false});
  const auto found = cluster.table_of(other).find(key, 0);
  return found && found->score == 17 && found->depth == 9;
}

TEST(Leader, RanksOfOneMachineSearchWithOneTable) {
  Cluster cluster(4, 2);
  for (const std::string_view mib : {"3", "1", "5"}) {
    ASSERT_TRUE(cluster.set(engine::OptionId::Hash, mib).ok());
    // When rank 2 has answered, it has told rank 3 of its table, who answers to this only after having heard of it.
    ASSERT_TRUE(cluster.set(engine::OptionId::Hash, mib).ok());
    chess::Key key = 1'000'000'007;
    for (const auto& [one, other] : {std::pair(0u, 1u), {1u, 0u}, {2u, 3u}, {3u, 2u}}) {
      EXPECT_TRUE(share_a_table(cluster, one, other, ++key)) << mib << ", " << one << " and " << other;
    }
    EXPECT_FALSE(share_a_table(cluster, 0, 2, ++key)) << mib;
  }
}

TEST(Leader, RanksOfOneMachineHaveNothingToTellEachOther) {
  Cluster cluster(2, 2);
  search::Limits limits;
  limits.nodes = 100'000;
  EXPECT_TRUE(chess::is_legal(test::position_of(kManyMoves), cluster.start(kManyMoves, limits)->await().best));
  for (const Traffic& rank : cluster.dismiss()) EXPECT_EQ(rank.records_sent, 0u);
}

TEST(Leader, ASharedTableIsClearedByItsFirstRankAlone) {
  Cluster cluster(2, 2);
  ASSERT_TRUE(cluster.set(engine::OptionId::Hash, "2").ok());
  ASSERT_TRUE(share_a_table(cluster, 1, 0, 5));
  cluster.table_of(1).clear();
  EXPECT_TRUE(cluster.table_of(0).find(5, 0).has_value());
  cluster->new_game();
  EXPECT_FALSE(cluster.table_of(0).find(5, 0).has_value());
  EXPECT_FALSE(cluster.table_of(1).find(5, 0).has_value());
}

TEST(Leader, ALoadedTableIsThatOfAllOnTheMachine) {
  const test::TemporaryFile file("table");
  Cluster cluster(2, 2);
  ASSERT_TRUE(cluster.set(engine::OptionId::Hash, "1").ok());
  ASSERT_TRUE(share_a_table(cluster, 0, 1, 5));
  ASSERT_TRUE(cluster.set(engine::OptionId::HashFile, file.path()).ok());
  ASSERT_TRUE(cluster.set(engine::OptionId::SaveHash, "").ok());
  cluster->new_game();
  ASSERT_TRUE(cluster.set(engine::OptionId::LoadHash, "").ok());
  EXPECT_TRUE(cluster.table_of(1).find(5, 0).has_value());
}

// A leader whose only other rank is the test.
class ScriptedRank : public ::testing::Test {
 protected:
  void TearDown() override {
    engine_.stop_and_wait();
    post_.end();
  }
  // Starts a search without end, and is told of it.
  SearchNumber begin() {
    waiter_ = std::make_shared<Waiter>();
    leader_.start(test::game_from(kManyMoves), infinite(), waiter_);
    while (true) {
      const auto message = transports_[1].receive();
      if (message && kind_of(*message) == Kind::Search) return search_order_in(*message)->number;
    }
  }
  // Tells of a line, and returns when the leader has heard of it.
  void tell(SearchNumber number, std::string_view move, eval::Score score) {
    const chess::Position position = test::position_of(kManyMoves);
    const auto moves = std::vector{move.empty() ? chess::Move::from_code(1) : test::move_of(position, move)};
    transports_[1].send(0, to_bytes(BestLine{{number, kManyNodes, 7, 500}, 60, 70, score, moves}));
    heard();
  }
  // Everything sent before has been handled once a later question has been answered.
  void heard() {
    transports_[1].send(0, to_bytes(EffortReport{number_of_last_, ++nodes_, 7, 500}));
    while (leader_.effort().nodes < nodes_) std::this_thread::yield();
  }
  search::Finished stop() {
    leader_.stop_and_wait();
    return waiter_->await();
  }

  static constexpr std::uint64_t kManyNodes = 1'000'000'000'000;
  SearchNumber number_of_last_ = 0;
  std::uint64_t nodes_ = 2 * kManyNodes;
  std::shared_ptr<Waiter> waiter_;
  util::SteadyClock clock_;
  test::InProcessCluster transports_{2};
  engine::Engine engine_{clock_};
  Post post_{transports_[0]};
  Leader leader_{engine_, post_};
  std::jthread thread_{[this] {
    post_.run([this](const Message& message) { leader_.handle(message); }, [this] { return leader_.turn(); });
  }};
};

TEST_F(ScriptedRank, NodesHitsAndTablesAreThoseOfAll) {
  number_of_last_ = begin();
  heard();
  const search::Effort effort = leader_.effort();
  EXPECT_GE(effort.nodes, nodes_);
  EXPECT_EQ(effort.tablebase_hits, 7u);
  EXPECT_GE(effort.hash_permille, 250);  // half of the room is the other's
  EXPECT_GE(stop().effort.nodes, nodes_);
}

TEST_F(ScriptedRank, IsBelievedWhereItSeesMore) {
  number_of_last_ = begin();
  tell(number_of_last_, "e1c1", eval::kMate - 9);
  const search::Finished found = stop();
  EXPECT_EQ(found.best, test::move_of(test::position_of(kManyMoves), "e1c1"));
  EXPECT_EQ(found.score, eval::kMate - 9);
  EXPECT_EQ(waiter_->last().moves.front(), found.best);
}

TEST_F(ScriptedRank, IsNotBelievedInWhatIsAgainstTheRules) {
  number_of_last_ = begin();
  waiter_->await_depth(2);
  tell(number_of_last_, "", eval::kMate - 9);
  EXPECT_TRUE(chess::is_legal(test::position_of(kManyMoves), stop().best));
}

TEST_F(ScriptedRank, WhatItSaysOfAnEarlierSearchDoesNotCount) {
  const SearchNumber earlier = begin();
  number_of_last_ = begin();
  waiter_->await_depth(2);
  tell(earlier, "e1c1", eval::kMate - 9);
  EXPECT_FALSE(eval::is_mate_score(stop().score));
}

}  // namespace
}  // namespace rocada::cluster
