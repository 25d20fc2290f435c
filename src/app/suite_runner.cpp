#include "app/suite_runner.h"

#include <cassert>
#include <memory>

namespace rocada::app {

namespace {

void add(search::Effort& sum, const search::Effort& effort) {
  sum.nodes += effort.nodes;
  sum.time += effort.time;
}

}  // namespace

void SolutionWatch::line(const search::Line& line) {
  if (line.rank == 1 && !line.moves.empty()) look_at(line.moves.front(), line.score, line.effort);
}

void SolutionWatch::finished(const search::Finished& finished) {
  look_at(finished.best, finished.score, finished.effort);
  answer_.search = finished;
}

void SolutionWatch::look_at(chess::Move move, eval::Score score, const search::Effort& effort) {
  if (!task_.is_solved_by(move, score)) {
    answer_.to_solution.reset();
  } else if (!answer_.to_solution) {
    answer_.to_solution = effort;
  }
}

SuiteAnswer solve(engine::EngineApi& engine, const SuitePosition& position, search::Limits limits) {
  // Once the mate is found there is nothing more to look for.
  if (position.task.mate.value_or(0) > 0) limits.mate = position.task.mate;
  const auto watch = std::make_shared<SolutionWatch>(position.task);
  engine.new_game();
  engine.start(game::GameRecord(position.position), limits, watch);
  engine.wait();
  return watch->answer();
}

std::vector<SuiteAnswer> solve_all(engine::EngineApi& engine, const Suite& suite, const search::Limits& limits,
                                   const SuiteProgress& progress) {
  std::vector<SuiteAnswer> answers;
  for (const SuitePosition& position : suite.positions) {
    answers.push_back(solve(engine, position, limits));
    progress(answers.size(), suite.positions.size());
  }
  return answers;
}

SuiteTotals total_of(const Suite& suite, const std::vector<SuiteAnswer>& answers) {
  assert(suite.positions.size() == answers.size());
  SuiteTotals totals;
  search::Effort to_solutions;
  totals.positions = answers.size();
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const SuiteTask& task = suite.positions[i].task;
    totals.points += task.points_for(answers[i].search.best);
    totals.most_points += task.most_points();
    add(totals.effort, answers[i].search.effort);
    if (!answers[i].is_solved()) continue;
    ++totals.solved;
    add(to_solutions, *answers[i].to_solution);
  }
  if (totals.solved > 0) {
    to_solutions.nodes /= totals.solved;
    to_solutions.time /= static_cast<std::int64_t>(totals.solved);
    totals.average_to_solution = to_solutions;
  }
  return totals;
}

}  // namespace rocada::app
