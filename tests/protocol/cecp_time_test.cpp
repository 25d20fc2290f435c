// CECP: clocks, limits, thinking on the opponent's time.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "protocol/xboard_conversation.h"

namespace rocada::protocol::cecp {
namespace {

// ---------------------------------------------------------------------------------------------------------------------
// Time

TEST(Cecp, LevelTimeAndStReachTheSearch) {
  Xboard xboard;
  xboard.send_all({"level 40 0:30 0", "time 2500", "otim 3000", "usermove e2e4"});
  const search::Limits* limits = &xboard.engine.last_start().limits;
  EXPECT_EQ(limits->clock->time_left, Milliseconds(25000));
  EXPECT_EQ(limits->clock->moves_to_go, 40);
  xboard.answer("e7e5");
  xboard.send("usermove g1f3");
  EXPECT_EQ(xboard.engine.last_start().limits.clock->moves_to_go, 39);
  xboard.answer("b8c6");

  xboard.send_all({"level 0 2 0.5", "time 12000", "usermove f1b5"});
  limits = &xboard.engine.last_start().limits;
  EXPECT_EQ(limits->clock->increment, Milliseconds(500));
  EXPECT_EQ(limits->clock->moves_to_go, std::nullopt);
  xboard.answer("a7a6");

  xboard.send_all({"st 3", "time 298", "sd 9", "nps 1000", "usermove b5a4"});
  limits = &xboard.engine.last_start().limits;
  EXPECT_EQ(limits->clock, std::nullopt);
  EXPECT_EQ(limits->move_time, Milliseconds(2980));
  EXPECT_EQ(limits->depth, 9);
  EXPECT_EQ(limits->nodes_per_second, 1000U);

  xboard.send_all({"new", "level 0 1 0", "usermove e2e4"});
  limits = &xboard.engine.last_start().limits;
  EXPECT_EQ(limits->depth, std::nullopt);
  EXPECT_EQ(limits->nodes_per_second, std::nullopt);
  EXPECT_EQ(limits->clock->time_left, Milliseconds(60000));
}

TEST(Cecp, AClockWellBelowTheTimeOfAMoveIsForTheWholeGame) {
  Xboard xboard;
  xboard.send_all({"st 1", "time 50", "usermove e2e4"});
  const search::Limits& limits = xboard.engine.last_start().limits;
  EXPECT_EQ(limits.move_time, Milliseconds(500));
  ASSERT_NE(limits.clock, std::nullopt);
  EXPECT_EQ(limits.clock->time_left, Milliseconds(500));
  EXPECT_EQ(limits.clock->moves_to_go, std::nullopt);
}

TEST(Cecp, ARepeatedLevelDoesNotBeginANewSession) {
  Xboard xboard;
  xboard.send_all({"level 40 5 0", "usermove e2e4"});
  xboard.answer("e7e5");
  xboard.send_all({"level 40 5 0", "usermove g1f3"});
  EXPECT_EQ(xboard.engine.last_start().limits.clock->moves_to_go, 39);
}

TEST(Cecp, WithoutTimeCommandsItKeepsItsOwnClock) {
  Xboard xboard;
  xboard.send_all({"level 0 1 2", "usermove e2e4"});
  xboard.answer("e7e5");  // takes 100 ms
  xboard.send("usermove g1f3");
  EXPECT_EQ(xboard.engine.last_start().limits.clock->time_left, Milliseconds(61900));
}

// A session's time is given when the session is over, and not a move earlier: not at White's first.
TEST(Cecp, ASessionsTimeComesAfterItsLastMove) {
  for (const bool white : {true, false}) {
    Xboard xboard;
    xboard.send("level 3 1 0");
    xboard.send(white ? "go" : "usermove a2a3");
    Milliseconds expected = std::chrono::minutes(1);
    for (int move = 1; move <= 7; ++move) {
      const search::Limits& limits = xboard.engine.last_start().limits;
      EXPECT_EQ(limits.clock->time_left, expected) << white << ", move " << move;
      EXPECT_EQ(limits.clock->moves_to_go, 3 - (move - 1) % 3) << white << ", move " << move;
      const bool out = move % 2 == 1;
      xboard.answer(white ? (out ? "g1f3" : "f3g1") : (out ? "g8f6" : "f6g8"));  // takes 100 ms
      expected -= Milliseconds(100);
      if (move % 3 == 0) expected += std::chrono::minutes(1);
      const char file = static_cast<char>('a' + move);
      xboard.send(white ? fmt::format("usermove {0}7{0}6", file) : fmt::format("usermove {0}2{0}3", file));
    }
  }
}

TEST(Cecp, WhereNodesAreTheClockTheyAreCharged) {
  Xboard xboard;
  xboard.send_all({"level 0 1 0", "nps 1000", "go"});
  xboard.answer("g1f3");  // after 5,000 nodes, in 100 ms
  xboard.send("usermove a7a6");
  EXPECT_EQ(xboard.engine.last_start().limits.clock->time_left, Milliseconds(55'000));
}

TEST(Cecp, SillyTimesAreRefused) {
  Xboard xboard;
  for (const char* text : {"level", "level 40", "level x 5 0", "level 40 y 0", "level -1 5 0", "level 40 5 z", "st",
                           "st -1", "st x", "sd 0", "sd x", "nps -1", "time x"}) {
    EXPECT_TRUE(matches(xboard.send(text), {"Error (*): " + std::string(text) + "*"})) << text;
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// Pondering

TEST(Cecp, APonderHitGoesOnAndAMissStartsAnew) {
  Xboard xboard;
  xboard.send_all({"hard", "usermove e2e4"});
  EXPECT_TRUE(matches(xboard.answer("e7e5", "g1f3"), {"move e7e5"}));
  const auto& pondering = xboard.engine.last_start();
  EXPECT_TRUE(pondering.limits.pondering);
  EXPECT_EQ(pondering.game.size(), 3U);

  xboard.send_all({"time 20000", "otim 20000"});
  EXPECT_TRUE(xboard.engine.is_searching()) << "clock news must not stop pondering";
  EXPECT_TRUE(matches(xboard.send("usermove g1f3"), {}));
  EXPECT_EQ(xboard.engine.count("ponder_hit"), 1);
  EXPECT_EQ(xboard.engine.ponder_hit_clock->time_left, Milliseconds(200000));
  EXPECT_TRUE(matches(xboard.answer("b8c6", "f1b5"), {"move b8c6"}));

  const int starts = xboard.engine.count("start");
  EXPECT_TRUE(matches(xboard.send("usermove f1c4"), {}));
  EXPECT_EQ(xboard.engine.count("start"), starts + 1);
  EXPECT_EQ(xboard.engine.last_start().game.size(), 5U);
  EXPECT_FALSE(xboard.engine.last_start().limits.pondering);
  EXPECT_TRUE(matches(xboard.answer("g8f6"), {"move g8f6"}));
}

TEST(Cecp, EasyEndsPonderingAndRemoveForgetsTheGuess) {
  Xboard xboard;
  xboard.send_all({"hard", "usermove e2e4"});
  xboard.answer("e7e5", "g1f3");
  xboard.send("easy");
  EXPECT_FALSE(xboard.engine.is_searching());

  xboard.send_all({"hard", "usermove g1f3"});
  xboard.answer("b8c6", "f1b5");
  xboard.send("remove");
  EXPECT_FALSE(xboard.engine.is_searching());
  EXPECT_TRUE(matches(xboard.send("usermove d2d4"), {}));
  EXPECT_EQ(xboard.engine.last_start().game.size(), 3U);
}

TEST(Cecp, WhilePonderingTheGuessLeadsTheLine) {
  Xboard xboard;
  xboard.send_all({"hard", "usermove e2e4"});
  xboard.answer("e7e5", "g1f3");
  xboard.engine.tell(line_of(xboard, {"b8c6", "f1b5"}));
  EXPECT_TRUE(matches(xboard.heard(), {"7 25 50 123456 9 246912 3\tNf3 Nc6 Bb5"}));
}

}  // namespace
}  // namespace rocada::protocol::cecp
