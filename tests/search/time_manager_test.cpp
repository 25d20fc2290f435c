#include "search/time_manager.h"

#include <gtest/gtest.h>

#include <algorithm>

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

// A busy machine may take the processor away for a while at any moment, the last one included.
TEST(TimeBudget, AShortClockKeepsAReserve) {
  for (const int left : {100, 200, 300, 500, 1000}) {
    for (const int increment : {0, 20, 500}) {
      const TimeBudget budget = budget_for({Milliseconds(left), Milliseconds(increment), std::nullopt}, kOverhead);
      EXPECT_GE(left - budget.hard.count(), std::min(left / 2, 180)) << left << '+' << increment;
    }
  }
}

// What is on the clock after so many moves that each took what they were meant to.
Milliseconds left_after(int moves, Milliseconds base, Milliseconds increment) {
  Milliseconds left = base;
  for (int move = 0; move < moves; ++move) {
    left += increment - budget_for({left, increment, std::nullopt}, kOverhead).soft;
  }
  return left;
}

// Increments will come when time is short; before, it is worth more.
TEST(TimeBudget, TimeIsSpentBeforeIncrementsAreAllThereIs) {
  struct Control {
    int base_ms, increment_ms;
  };
  for (const auto& [base, increment] : {Control{2000, 20}, {8000, 80}, {60000, 600}, {180000, 2000}, {900000, 10000}}) {
    const Milliseconds early = left_after(15, Milliseconds(base), Milliseconds(increment));
    EXPECT_LT(early.count(), base * 6 / 10) << base << '+' << increment;
    EXPECT_GT(early.count(), base * 3 / 10) << base << '+' << increment;
    for (const int moves : {40, 100, 200}) {
      const Milliseconds late = left_after(moves, Milliseconds(base), Milliseconds(increment));
      EXPECT_LT(late.count(), base / 4) << moves << " moves of " << base << '+' << increment;
      EXPECT_GT(late.count(), increment * 3 / 2) << moves << " moves of " << base << '+' << increment;
    }
  }
}

TEST(TimeBudget, WithoutIncrementSomethingIsLeftForALongGame) {
  EXPECT_GT(left_after(60, Milliseconds(60000), Milliseconds(0)), Milliseconds(60000 / 20));
  EXPECT_GT(left_after(150, Milliseconds(500), Milliseconds(0)), Milliseconds(20)) << "a millisecond is all it takes";
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

TEST(TimeManager, NoTimePassesWhilePaused) {
  HandClock clock;
  Limits limits;
  limits.move_time = Milliseconds(1000);
  TimeManager time(clock, limits, kOverhead);
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

TEST(TimeManager, APonderHitDuringAPauseMovesNoLimit) {
  HandClock clock;
  Limits limits;
  limits.move_time = Milliseconds(1000);
  limits.pondering = true;
  TimeManager time(clock, limits, kOverhead);
  clock.advance(Milliseconds(300));
  time.pause();
  clock.advance(Milliseconds(5000));
  time.ponder_hit(std::nullopt);
  clock.advance(Milliseconds(700));
  EXPECT_FALSE(time.is_over(0));
  time.resume();
  clock.advance(Milliseconds(679));
  EXPECT_FALSE(time.is_over(0));
  clock.advance(Milliseconds(1));
  EXPECT_TRUE(time.is_over(0));
}

// Whatever the clock of the opponent has paid for counts as thought.
TEST(TimeManager, APonderHitEndsASearchThatHasHadItsTime) {
  const GameClock game_clock{Milliseconds(10000), Milliseconds(0), std::nullopt};
  const TimeBudget budget = budget_for(game_clock, kOverhead);
  constexpr Progress kClear{0.95, 8, -20};
  constexpr Progress kDoubtful{0.2, 0, 60};
  constexpr Progress kDecided{0.2, 0, 60, true};
  const auto settling = [&](const Progress& progress) {
    return Milliseconds(static_cast<int>(patience(progress) * static_cast<double>(budget.soft.count())));
  };
  struct Case {
    Milliseconds last_depth;  // when the last depth ended
    Progress progress;        // as it was then
    Milliseconds hit;         // when the move was played
    bool is_over;
  };
  const Case kCases[] = {
      {settling(kClear) + Milliseconds(2), kClear, settling(kClear) + Milliseconds(3), true},
      {settling(kClear) - Milliseconds(2), kClear, settling(kClear) + Milliseconds(3), false},
      {settling(kClear) + Milliseconds(2), kDoubtful, settling(kClear) + Milliseconds(3), false},
      {settling(kDoubtful) + Milliseconds(2), kDoubtful, settling(kDoubtful) + Milliseconds(3), true},
      {Milliseconds(1), kDecided, Milliseconds(2), true},
      {Milliseconds(1), kDoubtful, budget.hard, true},
      {Milliseconds(1), kDoubtful, budget.hard - Milliseconds(1), false},
  };
  for (const bool clock_comes_with_the_hit : {false, true}) {
    for (const Case& example : kCases) {
      HandClock clock;
      Limits limits;
      limits.pondering = true;
      if (!clock_comes_with_the_hit) limits.clock = game_clock;
      TimeManager time(clock, limits, kOverhead);
      clock.advance(example.last_depth);
      EXPECT_FALSE(time.is_time_to_settle(0, example.progress)) << "not while pondering";
      clock.advance(example.hit - example.last_depth);
      EXPECT_FALSE(time.is_over(0)) << "not while pondering";
      time.ponder_hit(clock_comes_with_the_hit ? std::optional(game_clock) : std::nullopt);
      EXPECT_EQ(time.is_over(0), example.is_over) << &example - kCases;
    }
  }
}

// Progress of every kind: how much of the effort went into the best move, for how long it has been the best, and by how
// much its score has dropped.
template <typename Function>
void for_each_progress(Function&& function) {
  for (const double share : {0.0, 0.2, 0.5, 0.8, 1.0}) {
    for (const int stable : {0, 1, 3, 10, 100}) {
      for (const eval::Score drop : {-30000, -100, -10, 0, 10, 100, 30000}) function(Progress{share, stable, drop});
    }
  }
}

TEST(Patience, GrowsWithDoubtAndShrinksWithClarity) {
  for_each_progress([](const Progress& progress) {
    const double here = patience(progress);
    Progress clearer = progress;
    clearer.best_move_share = std::min(1.0, progress.best_move_share + 0.1);
    EXPECT_LE(patience(clearer), here);
    Progress stabler = progress;
    ++stabler.stable_depths;
    EXPECT_LE(patience(stabler), here);
    Progress worse = progress;
    worse.score_drop += 5;
    EXPECT_GE(patience(worse), here);
  });
  EXPECT_LT(patience({0.9, 0, 0}), patience({0.3, 0, 0}));
  EXPECT_LT(patience({0.5, 6, 0}), patience({0.5, 0, 0}));
  EXPECT_GT(patience({0.5, 3, 40}), patience({0.5, 3, 0}));
  EXPECT_LT(patience({0.5, 3, -40}), patience({0.5, 3, 0}));
}

TEST(Patience, IsNeverNothingAndNeverMoreThanTheHardBudgetAllows) {
  const TimeBudget budget = budget_for({Milliseconds(60000), Milliseconds(0), std::nullopt}, kOverhead);
  const double most = static_cast<double>(budget.hard.count()) / static_cast<double>(budget.soft.count());
  for_each_progress([&](const Progress& progress) {
    EXPECT_GT(patience(progress), 0.05);
    EXPECT_LE(patience(progress), most);
  });
}

// The time at which the search settles, in milliseconds.
int settling_time(const Limits& limits, const Progress& progress) {
  HandClock clock;
  TimeManager time(clock, limits, kOverhead);
  int elapsed = 0;
  while (!time.is_time_to_settle(0, progress)) {
    clock.advance(Milliseconds(1));
    ++elapsed;
  }
  return elapsed;
}

TEST(TimeManager, OnTheClockADoubtfulMoveGetsMoreTimeThanAClearOne) {
  Limits limits;
  limits.clock = GameClock{Milliseconds(10000), Milliseconds(0), std::nullopt};
  const auto soft = static_cast<double>(budget_for(*limits.clock, kOverhead).soft.count());
  constexpr Progress kClear{0.95, 8, -20};
  constexpr Progress kDoubtful{0.2, 0, 60};
  EXPECT_NEAR(settling_time(limits, kClear), patience(kClear) * soft, 1);
  EXPECT_NEAR(settling_time(limits, kDoubtful), patience(kDoubtful) * soft, 1);
  EXPECT_LT(2 * settling_time(limits, kClear), settling_time(limits, kDoubtful));
}

TEST(TimeManager, AMoveTimeIsUsedUpHoweverClearTheMove) {
  Limits limits;
  limits.move_time = Milliseconds(520);
  for_each_progress([&](const Progress& progress) { EXPECT_EQ(settling_time(limits, progress), 500); });
}

// The clock comes only with the ponder hit.
TEST(TimeManager, AClockThatComesLaterMakesTheBudgetFlexible) {
  HandClock clock;
  Limits limits;
  limits.pondering = true;
  TimeManager time(clock, limits, kOverhead);
  const GameClock game_clock{Milliseconds(10000), Milliseconds(0), std::nullopt};
  time.ponder_hit(game_clock);
  clock.advance(budget_for(game_clock, kOverhead).soft);
  EXPECT_TRUE(time.is_time_to_settle(0, {0.95, 8, -20}));
  EXPECT_FALSE(time.is_time_to_settle(0, {0.2, 0, 60}));
}

TEST(TimeManager, AnInfiniteSearchHasNoLimits) {
  HandClock clock;
  Limits limits;
  limits.infinite = true;
  limits.clock = GameClock{Milliseconds(100), Milliseconds(0), std::nullopt};
  TimeManager time(clock, limits, kOverhead);
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
