#include "eval/wdl.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace rocada::eval {
namespace {

TEST(WinDrawLoss, ChancesSumToOneAndGrowWithTheScore) {
  WinDrawLoss before{0, 0, 1000};
  for (Score score = -kInfinite; score <= kInfinite; ++score) {
    const WinDrawLoss wdl = win_draw_loss(score);
    ASSERT_EQ(wdl.win + wdl.draw + wdl.loss, 1000) << score;
    ASSERT_GE(std::min({wdl.win, wdl.draw, wdl.loss}), 0) << score;
    ASSERT_GE(wdl.win, before.win) << score;
    ASSERT_LE(wdl.loss, before.loss) << score;
    before = wdl;
  }
  EXPECT_EQ(win_draw_loss(100).win, 500);
  EXPECT_EQ(win_draw_loss(mated_in(2)), (WinDrawLoss{0, 0, 1000}));
}

}  // namespace
}  // namespace rocada::eval
