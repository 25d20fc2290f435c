#include "app/suite_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "chess/fen.h"
#include "chess/notation.h"
#include "eval/wdl.h"
#include "protocol/position_text.h"
#include "util/json.h"
#include "util/strings.h"

namespace rocada::app {

using util::json_number;
using util::json_object;
using util::json_string;

namespace {

// --- For people ------------------------------------------------------------------------------------------------------

using Row = std::vector<std::string>;

// On a terminal: bytes that go on with a character of UTF-8 take no room.
std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// All rows have as many cells as the first.
std::string to_table(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns(row[i]));
  }
  std::string table;
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      table += row[i];
      const bool last = i + 1 == row.size();
      table += last ? "\n" : std::string(widths[i] - columns(row[i]) + 2, ' ');
    }
  }
  return table;
}

std::string name_of(const SuitePosition& position) {
  return position.id.empty() ? fmt::format("line {}", position.line) : util::printable(position.id);
}

Row row_of(const SuitePosition& asked, const search::Finished& answer) {
  return {name_of(asked), to_text(asked.task, asked.position), chess::to_san(asked.position, answer.best),
          protocol::score_text(answer.score, eval::ScoreScale(asked.position)), fmt::to_string(answer.depth)};
}

std::string table_of_missed(const SuiteRun& run, const SuiteTotals& totals) {
  std::vector<Row> rows = {{"position", "expected", "played", "score", "depth"}};
  if (totals.most_points > 0) rows.front().emplace_back("points");
  for (std::size_t i = 0; i < run.answers.size(); ++i) {
    if (run.answers[i].is_solved()) continue;
    const SuitePosition& asked = run.suite.positions[i];
    const search::Finished& answer = run.answers[i].search;
    rows.push_back(row_of(asked, answer));
    if (totals.most_points > 0) rows.back().push_back(fmt::to_string(asked.task.points_for(answer.best)));
  }
  return rows.size() == 1 ? "" : "Missed:\n" + to_table(rows) + "\n";
}

// "9 of 12 solved (75.0%)"
template <typename Number>
std::string share(Number part, Number whole, std::string_view what) {
  return fmt::format("{} of {} {} ({:.1f}%)", part, whole, what,
                     100 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string text_of_totals(const SuiteRun& run, const SuiteTotals& totals) {
  std::string text = fmt::format("{}: {}", run.file, share(totals.solved, totals.positions, "solved"));
  if (totals.most_points > 0) text += ", " + share(totals.points, totals.most_points, "points");
  if (const std::size_t skipped = run.suite.skipped.size(); skipped > 0) text += fmt::format(", {} skipped", skipped);
  text += '\n';
  if (const auto& average = totals.average_to_solution) {
    text += fmt::format("to a solution on average: nodes {} time {}\n", average->nodes, average->time.count());
  }
  return text + fmt::format("nodes {} time {} nps {}\n", totals.effort.nodes, totals.effort.time.count(),
                            totals.effort.nodes_per_second());
}

// --- For programs ----------------------------------------------------------------------------------------------------

std::string json_of(const search::Limits& limits) {
  std::optional<std::int64_t> move_time_ms;
  if (limits.move_time) move_time_ms = limits.move_time->count();
  return json_object({{"movetime_ms", json_number(move_time_ms)},
                      {"nodes", json_number(limits.nodes)},
                      {"depth", json_number(limits.depth)}});
}

std::string json_of(const std::optional<search::Effort>& effort) {
  if (!effort) return std::string(util::kJsonNull);
  return json_object({{"nodes", json_number(effort->nodes)}, {"time_ms", json_number(effort->time.count())}});
}

// Centipawns or moves to mate, negative for being mated.
std::string json_of_score(eval::Score score, const eval::ScoreScale& scale) {
  if (eval::is_mate_score(score)) return json_object({{"mate", json_number(eval::moves_to_mate(score))}});
  return json_object({{"cp", json_number(scale.centipawns(score))}});
}

std::string json_of(const SuitePosition& asked, const SuiteAnswer& answer) {
  const search::Finished& search = answer.search;
  return json_object({
      {"line", json_number(asked.line)},
      {"id", asked.id.empty() ? std::string(util::kJsonNull) : json_string(asked.id)},
      {"fen", json_string(chess::to_fen(asked.position))},
      {"expected", json_string(to_text(asked.task, asked.position))},
      {"played", json_string(chess::to_san(asked.position, search.best))},
      {"solved", util::json_boolean(answer.is_solved())},
      {"points", json_number(asked.task.points_for(search.best))},
      {"most_points", json_number(asked.task.most_points())},
      {"score", json_of_score(search.score, eval::ScoreScale(asked.position))},
      {"depth", json_number(search.depth)},
      {"nodes", json_number(search.effort.nodes)},
      {"time_ms", json_number(search.effort.time.count())},
      {"to_solution", json_of(answer.to_solution)},
  });
}

}  // namespace

std::string to_text(const SuiteRun& run) {
  const SuiteTotals totals = total_of(run.suite, run.answers);
  return table_of_missed(run, totals) + text_of_totals(run, totals);
}

std::string to_json(const SuiteRun& run) {
  const SuiteTotals totals = total_of(run.suite, run.answers);
  std::vector<std::string> positions;
  for (std::size_t i = 0; i < run.answers.size(); ++i) {
    positions.push_back(json_of(run.suite.positions[i], run.answers[i]));
  }
  std::vector<std::string> skipped;
  for (const std::string& reason : run.suite.skipped) skipped.push_back(json_string(reason));
  return json_object({
      {"file", json_string(run.file)},
      {"limit", json_of(run.limits)},
      {"solved", json_number(totals.solved)},
      {"total", json_number(totals.positions)},
      {"points", json_number(totals.points)},
      {"most_points", json_number(totals.most_points)},
      {"nodes", json_number(totals.effort.nodes)},
      {"time_ms", json_number(totals.effort.time.count())},
      {"average_to_solution", json_of(totals.average_to_solution)},
      {"skipped", util::json_array(skipped)},
      {"positions", util::json_array(positions)},
  });
}

}  // namespace rocada::app
