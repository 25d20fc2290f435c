#include "app/perft_runner.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/perft.h"

namespace rocada::app {
namespace {

TEST(PerftRunner, ThreadsAndTableChangeNothingButTheTime) {
  const chess::Position position =
      chess::parse_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").value();
  auto table = chess::PerftTable::create(1);
  ASSERT_TRUE(table.ok());
  for (int depth = 1; depth <= 4; ++depth) {
    const std::uint64_t expected = chess::perft(position, depth);
    for (const int threads : {1, 3}) {
      for (chess::PerftTable* used : {static_cast<chess::PerftTable*>(nullptr), table->get()}) {
        const PerftTotal total = run_perft(position, depth, threads, used, nullptr);
        EXPECT_EQ(total.nodes, expected);
        std::uint64_t sum = 0;
        for (const PerftCount& count : total.by_move) sum += count.nodes;
        EXPECT_EQ(sum, expected);
      }
    }
  }
}

TEST(PerftRunner, ProgressReachesTheEnd) {
  std::size_t last = 0;
  std::size_t all = 0;
  run_perft(chess::start_position(), 4, 2, nullptr, [&](std::size_t done, std::size_t total) {
    EXPECT_EQ(done, last + 1);
    last = done;
    all = total;
  });
  EXPECT_EQ(all, 400U);
  EXPECT_EQ(last, all);
}

TEST(PerftTable, AnImpossibleSizeIsRefused) { EXPECT_FALSE(chess::PerftTable::create(std::size_t{1} << 40).ok()); }

}  // namespace
}  // namespace rocada::app
