#include "engine/waiting_search.h"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <utility>

namespace rocada::engine {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{30};

class Waiter final : public search::Observer {
 public:
  explicit Waiter(LineHeard line_heard) : line_heard_(std::move(line_heard)) {}

  void line(const search::Line& line) override {
    if (line_heard_) line_heard_(line);
  }
  void current_move(const search::CurrentMove&) override {}
  void finished(const search::Finished& finished) override {
    const std::scoped_lock lock(mutex_);
    finished_ = finished;
    changed_.notify_all();
  }

  // False when it was told to stop before the search had finished.
  bool wait(const std::function<bool()>& should_stop) {
    std::unique_lock lock(mutex_);
    while (!finished_ && !should_stop()) changed_.wait_for(lock, kBetweenLooks);
    return finished_.has_value();
  }
  // Once the search is over.
  const std::optional<search::Finished>& answer() const { return finished_; }

 private:
  const LineHeard line_heard_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<search::Finished> finished_;
};

}  // namespace

search::Finished search_to_the_end(EngineApi& engine, const game::GameRecord& game, const search::Limits& limits) {
  const auto waiter = std::make_shared<Waiter>(LineHeard{});
  engine.start(game, limits, waiter);
  engine.wait();
  return waiter->answer().value_or(search::Finished{});
}

std::optional<search::Finished> search_and_wait(EngineApi& engine, const game::GameRecord& game,
                                                const search::Limits& limits, const std::function<bool()>& should_stop,
                                                const LineHeard& line_heard) {
  const auto waiter = std::make_shared<Waiter>(line_heard);
  engine.start(game, limits, waiter);
  if (!waiter->wait(should_stop)) {
    engine.stop_and_wait();
    return std::nullopt;
  }
  engine.wait();
  return waiter->answer();
}

}  // namespace rocada::engine
