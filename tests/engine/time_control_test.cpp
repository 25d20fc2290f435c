#include "engine/time_control.h"

#include <gtest/gtest.h>

namespace rocada::engine {
namespace {

using util::Milliseconds;

TimeControl level(std::string_view text) { return parse_level(text).value(); }

TEST(TimeControl, LevelIsReadInAllItsForms) {
  EXPECT_EQ(level("40 5 0"), (TimeControl{40, Milliseconds(300000), Milliseconds(0)}));
  EXPECT_EQ(level("0 2 12"), (TimeControl{0, Milliseconds(120000), Milliseconds(12000)}));
  EXPECT_EQ(level("40 0:30 0"), (TimeControl{40, Milliseconds(30000), Milliseconds(0)}));
  EXPECT_EQ(level("0 2:05 0.5"), (TimeControl{0, Milliseconds(125000), Milliseconds(500)}));
  EXPECT_EQ(level("0 0:02 0.1"), (TimeControl{0, Milliseconds(2000), Milliseconds(100)}));
  EXPECT_EQ(level("0 0.5 0"), (TimeControl{0, Milliseconds(30000), Milliseconds(0)}));
  EXPECT_EQ(level("40 5 0 and more"), (TimeControl{40, Milliseconds(300000), Milliseconds(0)}));
}

TEST(TimeControl, WhatIsNoLevelIsRefused) {
  for (const char* text : {"", "40", "40 5", "x 5 0", "40 x 0", "40 5 x", "-1 5 0", "40 -5 0", "40 5 -1", "40 5: 0",
                           "0 nan 0", "0 1e99 0"}) {
    EXPECT_FALSE(parse_level(text).ok()) << text;
  }
}

TEST(TimeControl, SessionsFollowOneAnother) {
  const TimeControl control = level("40 5 0");
  EXPECT_EQ(moves_to_go(control, 0), 40);
  EXPECT_EQ(moves_to_go(control, 39), 1);
  EXPECT_EQ(moves_to_go(control, 40), 40);
  EXPECT_EQ(moves_to_go(level("0 5 0"), 7), std::nullopt);
}

}  // namespace
}  // namespace rocada::engine
