#include "search/solo_search.h"

#include "search/report.h"
#include "search/time_manager.h"
#include "util/clock.h"

namespace rocada::search {

namespace {

class StoppedClock final : public util::Clock {
 public:
  util::TimePoint now() const override { return {}; }
};

class NobodyListening final : public Observer {
 public:
  void line(const Line&) override {}
  void current_move(const CurrentMove&) override {}
  void finished(const Finished&) override {}
};

}  // namespace

util::Result<std::unique_ptr<SoloSearch>> SoloSearch::create(std::size_t hash_mib) {
  std::unique_ptr<SoloSearch> created(new SoloSearch);
  if (const auto done = created->table_.resize(hash_mib); !done) return done.error();
  return created;
}

SoloSearch::SoloSearch() { workers_.push_back(std::make_unique<Worker>(0)); }

void SoloSearch::clear() {
  table_.clear();
  workers_.front()->clear();
}

SoloSearch::Answer SoloSearch::search(const game::GameRecord& game, const Limits& limits) {
  const StoppedClock clock;
  NobodyListening nobody;
  TimeManager time(clock, limits, util::Milliseconds(0));
  SharedSearch shared{.table = table_, .time = time, .limits = limits, .observer = &nobody, .workers = workers_};
  table_.new_search();
  Worker& worker = *workers_.front();
  worker.run(game, shared);
  if (worker.root_moves().empty()) return {};
  const RootMove& best = worker.root_moves().front();
  return {best.move, best.score, worker.completed_depth(), worker.nodes()};
}

}  // namespace rocada::search
