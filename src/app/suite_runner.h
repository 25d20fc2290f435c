// Solving a test suite: the engine's answer to each position, and what the answers add up to.
//
// Called from one thread. Only SolutionWatch hears from the search's thread; it is read once the search has ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "app/suite.h"
#include "engine/engine_api.h"
#include "search/limits.h"
#include "search/report.h"

namespace rocada::app {

struct SuiteAnswer {
  search::Finished search;
  // What it took until the engine had the solution and kept it; none where it has not solved the position.
  std::optional<search::Effort> to_solution;

  bool is_solved() const { return to_solution.has_value(); }
};

// Follows one search and remembers since when its best line has been the solution.
class SolutionWatch final : public search::Observer {
 public:
  explicit SolutionWatch(SuiteTask task) : task_(std::move(task)) {}

  void line(const search::Line& line) override;
  void current_move(const search::CurrentMove&) override {}
  void finished(const search::Finished& finished) override;

  // Complete once the search has finished.
  const SuiteAnswer& answer() const { return answer_; }

 private:
  void look_at(chess::Move move, eval::Score score, const search::Effort& effort);

  SuiteTask task_;
  SuiteAnswer answer_;
};

// Blocks until the engine has answered. Each position is searched as in a new game, so that its answer does not depend
// on those before.
SuiteAnswer solve(engine::EngineApi& engine, const SuitePosition& position, search::Limits limits);

// Told after each position.
using SuiteProgress = std::function<void(std::size_t done, std::size_t total)>;

// One answer for each position, in their order.
std::vector<SuiteAnswer> solve_all(engine::EngineApi& engine, const Suite& suite, const search::Limits& limits,
                                   const SuiteProgress& progress);

struct SuiteTotals {
  std::size_t solved = 0;
  std::size_t positions = 0;
  std::int64_t points = 0;
  std::int64_t most_points = 0;
  search::Effort effort;                              // nodes and time of all searches
  std::optional<search::Effort> average_to_solution;  // over the solved positions, where there are any
};

// `answers` as solve_all gives them for this suite.
SuiteTotals total_of(const Suite& suite, const std::vector<SuiteAnswer>& answers);

}  // namespace rocada::app
