#include "app/blocking_search.h"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

namespace rocada::app {

namespace {

// A signal handler may set a flag but not wake a thread, so the flag is looked at now and then.
constexpr std::chrono::milliseconds kBetweenLooks{30};

class FinishWaiter final : public search::Observer {
 public:
  void line(const search::Line&) override {}
  void current_move(const search::CurrentMove&) override {}
  void finished(const search::Finished& finished) override {
    const std::lock_guard lock(mutex_);
    finished_ = finished;
    changed_.notify_all();
  }

  std::optional<search::Finished> wait(const std::atomic<bool>& interrupted) {
    std::unique_lock lock(mutex_);
    while (!finished_ && !interrupted) changed_.wait_for(lock, kBetweenLooks);
    return interrupted ? std::nullopt : finished_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<search::Finished> finished_;
};

}  // namespace

std::optional<search::Finished> search_and_wait(engine::EngineApi& engine, const game::GameRecord& game,
                                                const search::Limits& limits, const std::atomic<bool>& interrupted) {
  const auto waiter = std::make_shared<FinishWaiter>();
  engine.start(game, limits, waiter);
  const auto finished = waiter->wait(interrupted);
  if (!finished) engine.stop_and_wait();
  return finished;
}

}  // namespace rocada::app
