#include "search/solo_search.h"

#include "search/instruction_level.h"
#include "search/report.h"
#include "search/time_manager.h"
#include "util/clock.h"

namespace rocada::search {

namespace {

class StoppedClock final : public util::Clock {
 public:
  util::TimePoint now() const override { return {}; }
};

}  // namespace

util::Result<std::unique_ptr<SoloSearch>> SoloSearch::create(std::size_t hash_mib, eval::nnue::SharedNetwork network) {
  std::unique_ptr<SoloSearch> created(new SoloSearch(std::move(network)));
  if (const auto done = created->table_.resize(hash_mib); !done) return done.error();
  return created;
}

SoloSearch::SoloSearch(eval::nnue::SharedNetwork network) : network_(std::move(network)) {
  workers_.push_back(std::make_unique<Worker>(0));
}

void SoloSearch::clear() {
  table_.clear();
  workers_.front()->clear();
}

const Worker& SoloSearch::run(const game::GameRecord& game, const Limits& limits, int multi_pv) {
  const StoppedClock clock;
  TimeManager time(clock, limits, util::Milliseconds(0));
  SharedSearch shared{
      .table = table_, .time = time, .limits = limits, .network = network_, .multi_pv = multi_pv, .workers = workers_};
  table_.new_search();
  Worker& worker = *workers_.front();
  chosen_instruction_level().search(worker, game, shared);
  return worker;
}

SoloSearch::Answer SoloSearch::search(const game::GameRecord& game, const Limits& limits) {
  const Worker& worker = run(game, limits, 1);
  if (worker.root_moves().empty()) return {};
  const RootMove& best = worker.root_moves().front();
  return {best.move, best.score, worker.completed_depth(), worker.nodes()};
}

std::vector<SoloSearch::ScoredMove> SoloSearch::best_moves(const game::GameRecord& game, const Limits& limits,
                                                           int count) {
  const Worker& worker = run(game, limits, count);
  std::vector<ScoredMove> moves;
  if (worker.completed_depth() == 0) return moves;
  for (const RootMove& move : worker.root_moves()) {
    if (static_cast<int>(moves.size()) == count) break;
    moves.push_back({move.move, move.score});
  }
  return moves;
}

}  // namespace rocada::search
