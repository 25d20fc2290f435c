#include "search/thread_pool.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <memory>
#include <string_view>

#include "engine/listener.h"
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
