#include "search/thread_pool.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <memory>
#include <string_view>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "support/listener.h"
#include "support/positions.h"

namespace rocada::search {
namespace {

constexpr std::string_view kManyMoves = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

class ThreadPoolTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(pool_.table().resize(16).ok()); }
  void search(std::string_view fen, std::uint64_t nodes) {
    Limits limits;
    limits.nodes = nodes;
    pool_.start(test::game_from(fen), limits, {}, std::make_shared<test::Listener>());
    pool_.wait();
  }

  util::SteadyClock clock_;
  ThreadPool pool_{clock_};
};

// Calls function(position) for all positions so many plies away, and on the way there.
template <typename Function>
void for_each_position(const chess::Position& position, int plies, Function&& function) {
  function(position);
  if (plies == 0) return;
  for (const chess::Move move : chess::legal_moves(position)) {
    chess::Position child = position;
    child.make(move);
    for_each_position(child, plies - 1, function);
  }
}

// Whoever comes back to a position need not evaluate it again, however its search ended.
TEST_F(ThreadPoolTest, TheTableKeepsTheEvaluationOfEveryPositionThatHasOne) {
  search(kManyMoves, 100000);
  int known = 0;
  for_each_position(test::position_of(kManyMoves), 3, [&](const chess::Position& position) {
    const auto entry = pool_.table().find(position.key(), 0);
    if (!entry || position.in_check()) return;
    ++known;
    EXPECT_NE(entry->static_score, eval::kNoScore) << chess::to_fen(position);
  });
  EXPECT_GT(known, 1000);
}

// All memory of any size is had where it can be refused: before the search begins.
TEST_F(ThreadPoolTest, ASearchTakesNoMemoryToSpeakOf) {
  ASSERT_TRUE(pool_.set_threads(3).ok());
  const auto taken = [] {
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
  };
  const std::size_t before = taken();
  search(kManyMoves, 5000);
  EXPECT_LT(taken(), before + (std::size_t{256} << 10));
}

}  // namespace
}  // namespace rocada::search
