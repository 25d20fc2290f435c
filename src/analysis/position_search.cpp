#include "analysis/position_search.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

namespace rocada::analysis {

namespace {

// A signal handler may set a flag but not wake a thread, so the flag is looked at now and then.
constexpr std::chrono::milliseconds kBetweenLooks{30};

class Listener final : public search::Observer {
 public:
  void line(const search::Line& line) override { collector_.line(line); }
  void current_move(const search::CurrentMove&) override {}
  void finished(const search::Finished& finished) override {
    const std::scoped_lock lock(mutex_);
    finished_ = finished;
    changed_.notify_all();
  }

  // False when it was told to stop before.
  bool wait(const ShouldStop& should_stop) {
    std::unique_lock lock(mutex_);
    while (!finished_ && !should_stop()) changed_.wait_for(lock, kBetweenLooks);
    return finished_.has_value();
  }
  // Once the search has finished.
  FoundLines lines() const { return collector_.lines(*finished_); }

 private:
  LineCollector collector_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<search::Finished> finished_;
};

std::optional<FoundLines> search_position(engine::EngineApi& engine, const game::GameRecord& game,
                                          const search::Limits& limits, const ShouldStop& should_stop) {
  const auto listener = std::make_shared<Listener>();
  engine.start(game, limits, listener);
  if (!listener->wait(should_stop)) {
    engine.stop_and_wait();
    return std::nullopt;
  }
  engine.wait();
  return listener->lines();
}

}  // namespace

void LineCollector::line(const search::Line& line) {
  if (line.bound != search::Bound::Exact || line.moves.empty() || line.rank < 1) return;
  const auto rank = static_cast<std::size_t>(line.rank);
  if (by_rank_.size() < rank) by_rank_.resize(rank);
  by_rank_[rank - 1] = {line.score, line.depth, line.moves};
  auto& moves = by_rank_[rank - 1].moves;
  moves.resize(std::min(moves.size(), kKeptPlies));
}

FoundLines LineCollector::lines(const search::Finished& finished) const {
  FoundLines lines;
  const bool told = !by_rank_.empty() && !by_rank_[0].moves.empty() && by_rank_[0].moves[0] == finished.best;
  if (!told) lines.push_back({finished.score, finished.depth, {finished.best}});
  for (const FoundLine& line : by_rank_) {
    // A search that was cut short may have told a move as its second best that has become the best since.
    const bool known = std::ranges::any_of(
        lines, [&](const FoundLine& better) { return line.moves.empty() || better.moves[0] == line.moves[0]; });
    if (!known && !line.moves.empty()) lines.push_back(line);
  }
  return lines;
}

std::optional<std::vector<FoundLines>> search_positions(engine::EngineApi& engine, const game::GameRecord& game,
                                                        std::size_t first, std::size_t last,
                                                        const search::Limits& limits, const ShouldStop& should_stop,
                                                        const std::function<void()>& position_done) {
  std::vector<FoundLines> found(last - first);
  game::GameRecord record = game;
  engine.new_game();
  for (std::size_t ply = last; ply-- > first;) {
    while (record.size() > ply) record.undo();
    const game::Outcome outcome = record.outcome();
    // A draw that nobody claimed is no end; the last position has nothing else to say.
    if (outcome.is_over() && ply == game.size()) {
      found[ply - first] = lines_of_ended_game(outcome, record.position().side_to_move());
    } else {
      auto lines = search_position(engine, record, limits, should_stop);
      if (!lines) return std::nullopt;
      found[ply - first] = *std::move(lines);
    }
    position_done();
  }
  return found;
}

}  // namespace rocada::analysis
