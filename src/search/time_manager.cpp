#include "search/time_manager.h"

#include <algorithm>
#include <limits>

#include "search/params.h"

namespace rocada::search {

using util::Milliseconds;

namespace {

constexpr std::int64_t kForever = std::numeric_limits<std::int64_t>::max();

}  // namespace

double patience(const Progress& progress) {
  if (progress.is_decided) return 0;
  const double by_share = params::kShareBase - params::kShareSlope * progress.best_move_share;
  const double by_stability =
      params::kUnstable - params::kStableStep * std::min(progress.stable_depths, params::kStableMost);
  const double by_drop =
      std::clamp(1.0 + params::kScoreDropStep * progress.score_drop, params::kScoreDropLeast, params::kScoreDropMost);
  return by_share * by_stability * by_drop;
}

TimeBudget budget_for(const GameClock& clock, Milliseconds overhead) {
  const Milliseconds left_to_us = std::max(Milliseconds(1), clock.time_left - overhead);
  // Where nothing is ever added, the last of it has to do for however many moves at no thought at all.
  const bool is_sudden_death = !clock.moves_to_go && clock.increment.count() == 0;
  const int reserve_percent = is_sudden_death ? params::kMostReservedPercent : params::kReservePercent;
  const Milliseconds usable = left_to_us - std::min(params::kMostInReserve, left_to_us * reserve_percent / 100);
  const double left = static_cast<double>(usable.count());
  const double increment = static_cast<double>(clock.increment.count());
  const double of_increment = params::kIncrementShare * increment;
  const double most = left * (clock.moves_to_go == 1 ? params::kMostForTheLastMove : params::kMostOfTheClock);
  // Increments still to come are spent early, as far as there is something to spend.
  const double share = clock.moves_to_go
                           ? left / std::clamp(*clock.moves_to_go, 1, params::kMovesExpected) + of_increment
                           : std::min((left + params::kIncrementsExpected * increment) / params::kMovesExpected,
                                      left * params::kMostForAMove + of_increment);
  const double soft = std::min(share, most);
  const double hard = std::min(soft * params::kHardOverSoft, most);
  const auto at_least_one = [](double ms) {
    return Milliseconds(std::max<std::int64_t>(1, static_cast<std::int64_t>(ms)));
  };
  return {at_least_one(soft), at_least_one(hard)};
}

TimeManager::TimeManager(const util::Clock& clock, const Limits& limits, Milliseconds overhead)
    : clock_(clock),
      overhead_(overhead),
      move_time_(limits.move_time),
      nodes_per_second_(limits.nodes_per_second),
      start_(clock.now()),
      paused_at_(start_),
      paused_for_(util::Duration(0)),
      pondering_(limits.pondering) {
  set_budget(limits.infinite ? std::nullopt : limits.clock);
  if (limits.infinite) hard_ms_ = soft_ms_ = kForever;
}

void TimeManager::set_budget(const std::optional<GameClock>& game_clock) {
  std::int64_t soft = kForever;
  std::int64_t hard = kForever;
  if (game_clock) {
    const TimeBudget budget = budget_for(*game_clock, overhead_);
    soft = budget.soft.count();
    hard = budget.hard.count();
  }
  if (move_time_) {
    const std::int64_t most = std::max<std::int64_t>(1, (*move_time_ - overhead_).count());
    // A move time alone is used up; beside a clock it is only another limit.
    soft = std::min(soft, most);
    hard = std::min(hard, most);
  }
  soft_ms_ = soft;
  hard_ms_ = hard;
  is_flexible_ = game_clock.has_value();
}

void TimeManager::ponder_hit(const std::optional<GameClock>& game_clock) {
  if (game_clock) set_budget(game_clock);
  pondering_ = false;
}

void TimeManager::pause() {
  if (paused_.exchange(true)) return;
  paused_at_ = clock_.now();
}

void TimeManager::resume() {
  if (!paused_) return;
  paused_for_ = paused_for_.load() + (clock_.now() - paused_at_.load());
  paused_ = false;
}

Milliseconds TimeManager::thought(std::uint64_t nodes) const {
  if (nodes_per_second_) return Milliseconds(nodes * 1000 / std::max<std::uint64_t>(1, *nodes_per_second_));
  const util::TimePoint now = paused_ ? paused_at_.load() : clock_.now();
  return std::chrono::duration_cast<Milliseconds>(now - start_ - paused_for_.load());
}

Milliseconds TimeManager::elapsed() const { return std::chrono::duration_cast<Milliseconds>(clock_.now() - start_); }

// A depth begun only because it was the opponent's time is not worth our own.
bool TimeManager::is_over(std::uint64_t nodes) const {
  return !is_pondering() && (thought(nodes).count() >= hard_ms_ || is_past_its_time(last_depth_pondered_));
}

bool TimeManager::is_short() const { return !is_pondering() && hard_ms_ <= params::kShortTime.count(); }

bool TimeManager::is_time_to_settle(std::uint64_t nodes, const Progress& progress) {
  const DepthEnd end{static_cast<float>(thought(nodes).count()), static_cast<float>(patience(progress))};
  if (!is_pondering()) return is_past_its_time(end);
  last_depth_pondered_ = end;
  return false;
}

bool TimeManager::is_past_its_time(const DepthEnd& end) const {
  const std::int64_t soft = soft_ms_;
  if (soft == kForever) return false;
  return end.thought_ms >= (is_flexible_ ? end.patience : 1.0F) * static_cast<float>(soft);
}

}  // namespace rocada::search
