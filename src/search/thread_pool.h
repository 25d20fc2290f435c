// ThreadPool: runs a search on one or more threads in the background and sees it to its end.
//
// The first worker reports and keeps the limits; the others only fill the shared table (lazy SMP). Used from one
// thread, the protocol's; the observer is called from the search's own. Threads lie ready between searches, so that a
// system that gives no more of them is met where their number is set and not in the middle of a game.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "eval/nnue/networks.h"
#include "game/game_record.h"
#include "search/limits.h"
#include "search/report.h"
#include "search/team.h"
#include "search/time_manager.h"
#include "search/transposition_table.h"
#include "search/worker.h"
#include "util/clock.h"
#include "util/ready_thread.h"
#include "util/result.h"

namespace rocada::search {

class ThreadPool {
 public:
  // Throws std::bad_alloc or std::system_error where there is no memory or thread for a single worker.
  explicit ThreadPool(const util::Clock& clock);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  struct Settings {
    int multi_pv = 1;
    util::Milliseconds overhead{0};
    std::shared_ptr<const tb::Tablebases> tablebases;  // null: none
    eval::nnue::Networks networks{};
    std::optional<Handicap> handicap{};  // none: full strength
    TablebaseSettings tablebase_settings{};
    Team* team = nullptr;  // the other machines of a cluster; null: none
  };

  // Only while idle, like clear() and the table's own changes.
  util::Result<util::Done> set_threads(int count);
  void clear();
  TranspositionTable& table() { return table_; }

  void start(const game::GameRecord& game, const Limits& limits, const Settings& settings,
             std::shared_ptr<Observer> observer);
  void stop();
  void wait();
  void ponder_hit(const std::optional<GameClock>& clock);
  void pause();
  void resume();
  bool is_searching() const { return searching_.load(); }
  Effort effort() const { return job_ ? job_->shared.effort() : Effort{}; }

 private:
  // One search from start to finished().
  struct Job {
    Job(const game::GameRecord& the_game, const Limits& the_limits, const util::Clock& clock, const Settings& settings,
        std::shared_ptr<Observer> the_observer, TranspositionTable& table,
        std::vector<std::unique_ptr<Worker>>& workers)
        : game(the_game),
          limits(the_limits),
          time(clock, limits, settings.overhead),
          tablebases(settings.tablebases),
          tablebase_settings(settings.tablebase_settings),
          observer(std::move(the_observer)),
          shared{table,
                 time,
                 limits,
                 settings.networks.of(game.position().variant()),
                 settings.handicap,
                 settings.multi_pv,
                 observer.get(),
                 workers} {
      shared.team = settings.team;
      if (shared.team != nullptr) shared.team->make_outboxes(workers.size());
    }

    game::GameRecord game;
    Limits limits;
    TimeManager time;
    std::shared_ptr<const tb::Tablebases> tablebases;
    TablebaseSettings tablebase_settings;
    std::shared_ptr<Observer> observer;
    SharedSearch shared;
    bool told_to_stop = false;  // by the user, not by a limit; under mutex_
  };

  void add_worker();
  void run(Job& job);
  void wait_for_permission_to_finish(Job& job);
  Worker& elected() const;
  Finished conclusion(const Job& job) const;

  const util::Clock& clock_;
  TranspositionTable table_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::unique_ptr<Job> job_;
  std::atomic<bool> searching_ = false;
  std::mutex mutex_;  // with changed_: stop and ponder_hit wake a search that has finished early
  std::condition_variable changed_;
  std::vector<std::unique_ptr<util::ReadyThread>> threads_;  // one for each worker
};

}  // namespace rocada::search
