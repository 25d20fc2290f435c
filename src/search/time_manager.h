// TimeManager: how long to think about this move, and whether that time is over.
//
// One per search. start(), ponder_hit(), pause() and resume() come from the protocol's thread, the questions from the
// searching threads: all shared state is atomic. Time spent paused does not count.
#pragma once

#include <atomic>
#include <cstdint>

#include "eval/score.h"
#include "search/limits.h"
#include "util/clock.h"

namespace rocada::search {

// The soft budget ends thinking between two depths, the hard one at any moment.
struct TimeBudget {
  util::Milliseconds soft{0};
  util::Milliseconds hard{0};
};

// `overhead` is kept back for the way between engine and GUI.
TimeBudget budget_for(const GameClock& clock, util::Milliseconds overhead);

// How the search stands after a depth.
struct Progress {
  double best_move_share = 1.0;  // of all nodes spent on the best move
  int stable_depths = 0;         // for how many depths it has been the best
  eval::Score score_drop = 0;    // since the depth before
  bool is_decided = false;       // nothing that further thought could find would matter
};
// How much of the soft budget such a search deserves: less where all is clear, more where it is not.
double patience(const Progress& progress);

class TimeManager {
 public:
  TimeManager(const util::Clock& clock, const Limits& limits, util::Milliseconds overhead);

  // From here on the clock runs against us. A new clock, where given, replaces the one of the limits. Time thought on
  // the opponent's clock counts as thought: after a lucky guess the answer may come at once.
  void ponder_hit(const std::optional<GameClock>& game_clock);
  bool is_pondering() const { return pondering_.load(std::memory_order_relaxed); }
  void pause();
  void resume();

  // Since the search began, for reports.
  util::Milliseconds elapsed() const;
  // `nodes` counts instead of time where the limits say so.
  bool is_over(std::uint64_t nodes) const;
  // So little time that the clock must be looked at often.
  bool is_short() const;
  // Asked after each depth, while pondering too, where the answer is no but is remembered for the ponder hit.
  bool is_time_to_settle(std::uint64_t nodes, const Progress& progress);

 private:
  // How far the search was when it finished a depth. Aligned so that it is read and written at once.
  struct alignas(8) DepthEnd {
    float thought_ms;
    float patience;
  };

  util::Milliseconds thought(std::uint64_t nodes) const;
  bool is_past_its_time(const DepthEnd& end) const;
  void set_budget(const std::optional<GameClock>& game_clock);

  const util::Clock& clock_;
  const util::Milliseconds overhead_;
  const std::optional<util::Milliseconds> move_time_;
  const std::optional<std::uint64_t> nodes_per_second_;
  const util::TimePoint start_;
  std::atomic<util::TimePoint> paused_at_;
  std::atomic<util::Duration> paused_for_;
  std::atomic<bool> paused_ = false;
  std::atomic<bool> pondering_;
  std::atomic<DepthEnd> last_depth_pondered_{DepthEnd{0, 1}};
  std::atomic<std::int64_t> soft_ms_;
  std::atomic<std::int64_t> hard_ms_;
  std::atomic<bool> is_flexible_ = false;  // the budget is from a clock: what one move saves another may use
};

}  // namespace rocada::search
