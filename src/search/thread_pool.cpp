#include "search/thread_pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <new>
#include <string_view>
#include <system_error>

#include "search/election.h"
#include "search/instruction_level.h"
#include "util/huge_pages.h"

namespace rocada::search {

using util::Done;
using util::Error;
using util::Result;

namespace {

// A search takes little more than its workers have, for lists of moves and reports; but where nothing at all is left it
// would fail in the middle of a game.
void leave_room() {
  constexpr std::size_t kRoom = std::size_t{4} << 20;
  void* const room = util::allocate_huge_pages(kRoom);
  if (room == nullptr) throw std::bad_alloc();
  util::free_huge_pages(room, kRoom);
}

}  // namespace

ThreadPool::ThreadPool(const util::Clock& clock) : clock_(clock) { add_worker(); }

ThreadPool::~ThreadPool() {
  stop();
  wait();
}

void ThreadPool::add_worker() {
  auto worker = std::make_unique<Worker>(static_cast<int>(workers_.size()));
  threads_.push_back(std::make_unique<util::ReadyThread>());
  workers_.push_back(std::move(worker));
}

Result<Done> ThreadPool::set_threads(int count) {
  const auto wanted = static_cast<std::size_t>(count);
  const std::size_t before = workers_.size();
  const auto keep = [&](std::size_t number) {
    for (std::size_t i = number; i < threads_.size(); ++i) threads_[i]->end_soon();
    threads_.resize(std::min(threads_.size(), number));
    workers_.resize(std::min(workers_.size(), number));
  };
  const auto refuse = [&](std::string_view why) {
    keep(before);
    return Error{fmt::format("cannot get {} threads: {}", count, why)};
  };
  if (!util::fits_in_memory(wanted * Worker::bytes())) return refuse("not enough memory");
  try {
    while (workers_.size() < wanted) add_worker();
    if (wanted > before) leave_room();
  } catch (const std::bad_alloc&) {
    return refuse("not enough memory");
  } catch (const std::system_error& error) {
    return refuse(error.code().message());
  }
  keep(wanted);
  return Done{};
}

void ThreadPool::clear() {
  table_.clear();
  for (const auto& worker : workers_) worker->clear();
}

void ThreadPool::start(const game::GameRecord& game, const Limits& limits, const Settings& settings,
                       std::shared_ptr<Observer> observer) {
  stop();
  wait();
  job_ = std::make_unique<Job>(game, limits, clock_, settings, std::move(observer), table_, workers_);
  table_.new_search();
  searching_ = true;
  threads_.front()->begin([this] { run(*job_); });
}

void ThreadPool::run(Job& job) {
  const InstructionLevel& level = chosen_instruction_level();
  job.shared.rank_root(job.game, job.tablebases.get(), job.tablebase_settings);
  for (std::size_t i = 1; i < workers_.size(); ++i) {
    threads_[i]->begin([this, i, &job, &level] { level.search(*workers_[i], job.game, job.shared); });
  }
  level.search(*workers_.front(), job.game, job.shared);
  wait_for_permission_to_finish(job);
  job.shared.stop = true;
  for (std::size_t i = 1; i < workers_.size(); ++i) threads_[i]->wait();
  const Finished finished = conclusion(job);
  searching_ = false;
  job.observer->finished(finished);
}

// An infinite search, or one on the opponent's time, may have nothing left to do; it still must not end by itself.
void ThreadPool::wait_for_permission_to_finish(Job& job) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] {
    return job.told_to_stop || (!job.limits.infinite && !job.time.is_pondering() && !job.shared.gate.is_closed());
  });
}

// The workers vote, each for its best move.
Worker& ThreadPool::elected() const {
  Worker& first = *workers_.front();
  if (workers_.size() == 1 || first.root_moves().empty() || job_->shared.multi_pv > 1) return first;
  std::vector<Vote> votes;
  for (const auto& worker : workers_) {
    const RootMove& best = worker->root_moves().front();
    votes.push_back({best.move, best.score, worker->completed_depth()});
  }
  return *workers_[elect(votes)];
}

Finished ThreadPool::conclusion(const Job& job) const {
  Finished finished;
  finished.effort = job.shared.effort();
  Worker& worker = elected();
  finished.depth = worker.completed_depth();
  if (worker.root_moves().empty()) return finished;
  const RootMove& best = worker.root_moves().front();
  // The last line reported must be the one that is played.
  if (best.move != workers_.front()->reported_best()) {
    worker.report_line(0, finished.depth, Bound::Exact, best.score);
  }
  finished.best = best.move;
  finished.score = best.shown(best.score);
  if (best.line.size() > 1) finished.reply = best.line[1];
  return finished;
}

void ThreadPool::stop() {
  if (!job_) return;
  {
    const std::scoped_lock lock(mutex_);
    job_->told_to_stop = true;
    job_->shared.stop = true;
    job_->shared.gate.open();
  }
  changed_.notify_all();
}

void ThreadPool::wait() {
  threads_.front()->wait();
  job_.reset();
}

void ThreadPool::ponder_hit(const std::optional<GameClock>& clock) {
  if (!job_) return;
  {
    const std::scoped_lock lock(mutex_);
    job_->time.ponder_hit(clock);
  }
  changed_.notify_all();
}

void ThreadPool::pause() {
  if (!job_) return;
  const std::scoped_lock lock(mutex_);
  job_->time.pause();
  job_->shared.gate.close();
}

void ThreadPool::resume() {
  if (!job_) return;
  {
    const std::scoped_lock lock(mutex_);
    job_->time.resume();
    job_->shared.gate.open();
  }
  changed_.notify_all();
}

}  // namespace rocada::search
