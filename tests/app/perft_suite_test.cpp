#include "app/perft_suite.h"

#include <gtest/gtest.h>

#include "app/perft_runner.h"
#include "chess/fen.h"
#include "chess/perft.h"

namespace rocada::app {
namespace {

TEST(PerftSuite, ReadsCountsAndPassesOverNotes) {
  const auto line =
      parse_perft_line("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;D2 25;D3 170 ;id kings", 7, chess::Variant::Standard);
  ASSERT_TRUE(line.ok()) << line.error().message;
  EXPECT_EQ(line->number, 7U);
  ASSERT_EQ(line->expected.size(), 3U);
  EXPECT_EQ(line->expected[2].depth, 3);
  EXPECT_EQ(line->expected[2].nodes, 170U);
}

TEST(PerftSuite, BadLinesAreRefusedWithTheReason) {
  const auto error = [](std::string_view text) {
    const auto line = parse_perft_line(text, 1, chess::Variant::Standard);
    return line ? "no error" : line.error().message;
  };
  EXPECT_NE(error("4k3/8/8/8/8/8/8 w - - ;D1 5").find("ranks"), std::string::npos);
  EXPECT_NE(error("4k3/8/8/8/8/8/8/4K3 w - - ;D1 five").find("'D1 five'"), std::string::npos);
  EXPECT_NE(error("4k3/8/8/8/8/8/8/4K3 w - - ;D99999 5").find("'D99999 5'"), std::string::npos);
  EXPECT_NE(error("4k3/8/8/8/8/8/8/4K3 w - -").find("no counts"), std::string::npos);
}

TEST(PerftRunner, ThreadsAndTableChangeNothingButTheTime) {
  const chess::Position position =
      chess::parse_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").value();
  auto table = PerftTable::create(1);
  ASSERT_TRUE(table.ok());
  for (int depth = 1; depth <= 4; ++depth) {
    const std::uint64_t expected = chess::perft(position, depth);
    for (const int threads : {1, 3}) {
      for (PerftTable* used : {static_cast<PerftTable*>(nullptr), table->get()}) {
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

TEST(PerftTable, AnImpossibleSizeIsRefused) { EXPECT_FALSE(PerftTable::create(std::size_t{1} << 40).ok()); }

}  // namespace
}  // namespace rocada::app
