#include "game/perft_suite.h"

#include <gtest/gtest.h>

namespace rocada::game {
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

}  // namespace
}  // namespace rocada::game
