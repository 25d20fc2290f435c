#include "search/time_manager.h"

#include <gtest/gtest.h>

namespace rocada::search {
namespace {

using util::Milliseconds;

class HandClock final : public util::Clock {
 public:
  util::TimePoint now() const override { return now_; }
  void advance(Milliseconds time) { now_ += time; }

 private:
  util::TimePoint now_{};
};

constexpr Milliseconds kOverhead{20};

TEST(TimeBudget, NeverReachesTheClockAndGrowsWithIt) {
  Milliseconds last{0};
  for (const int left : {1, 10, 30, 100, 300, 1000, 5000, 60000, 3600000}) {
    for (const std::optional<int> moves :
         {std::optional<int>(), std::optional(1), std::optional(2), std::optional(40)}) {
      for (const int increment : {0, 100, 10000}) {
        const TimeBudget budget = budget_for({Milliseconds(left), Milliseconds(increment), moves}, kOverhead);
        EXPECT_GE(budget.soft.count(), 1);
        EXPECT_LE(budget.soft, budget.hard);
        EXPECT_LE(budget.hard.count(), std::max(1L, static_cast<long>((left - kOverhead.count()) * 9 / 10))) << left;
      }
    }
    const TimeBudget plain = budget_for({Milliseconds(left), Milliseconds(0), std::nullopt}, kOverhead);
    EXPECT_GE(plain.soft, last);
    last = plain.soft;
  }
}

TEST(TimeManager, AMoveTimeIsKept) {
  HandClock clock;
  Limits limits;
  limits.move_time = Milliseconds(1000);
  const TimeManager time(clock, limits, kOverhead);
  clock.advance(Milliseconds(979));
  EXPECT_FALSE(time.is_over(0));
  clock.advance(Milliseconds(1));
  EXPECT_TRUE(time.is_over(0));
  EXPECT_EQ(time.elapsed(), Milliseconds(980));
}

TEST(TimeManager, NoTimePassesWhilePonderingOrPaused) {
  HandClock clock;
  Limits limits;
  limits.move_time = Milliseconds(1000);
  limits.pondering = true;
  TimeManager time(clock, limits, kOverhead);
  clock.advance(Milliseconds(5000));
  EXPECT_FALSE(time.is_over(0));
  time.ponder_hit(std::nullopt);
  EXPECT_FALSE(time.is_over(0));
  EXPECT_TRUE(time.is_time_to_settle(0, {})) << "what was thought on the opponent's time counts as thought";
  clock.advance(Milliseconds(900));
  time.pause();
  clock.advance(Milliseconds(5000));
  EXPECT_FALSE(time.is_over(0));
  time.resume();
  clock.advance(Milliseconds(79));
  EXPECT_FALSE(time.is_over(0));
  clock.advance(Milliseconds(1));
  EXPECT_TRUE(time.is_over(0));
}

TEST(TimeManager, AnInfiniteSearchHasNoLimits) {
  HandClock clock;
  Limits limits;
  limits.infinite = true;
  limits.clock = GameClock{Milliseconds(100), Milliseconds(0), std::nullopt};
  const TimeManager time(clock, limits, kOverhead);
  clock.advance(Milliseconds(1000000));
  EXPECT_FALSE(time.is_over(0));
  EXPECT_FALSE(time.is_time_to_settle(0, {}));
}

TEST(TimeManager, NodesCanStandForTime) {
  HandClock clock;
  Limits limits;
  limits.move_time = Milliseconds(1020);
  limits.nodes_per_second = 1000;
  const TimeManager time(clock, limits, kOverhead);
  clock.advance(Milliseconds(100000));
  EXPECT_FALSE(time.is_over(999));
  EXPECT_TRUE(time.is_over(1000));
}

}  // namespace
}  // namespace rocada::search
