#include "app/suite.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>

#include "chess/movegen.h"
#include "chess/notation.h"
#include "util/file.h"
#include "util/strings.h"

namespace rocada::app {

using chess::Move;
using game::EpdRecord;
using util::Error;
using util::Result;

namespace {

// --- What to find ----------------------------------------------------------------------------------------------------

constexpr int kLongestMate = 1000;  // in moves, well beyond what the largest tables know

Result<int> parse_mate_distance(std::string_view text) {
  const auto moves = util::parse_integer<int>(text);
  if (!moves || *moves == 0 || *moves > kLongestMate || *moves < -kLongestMate) {
    return Error{fmt::format("'{}' is not a number of moves to mate", util::printable(text))};
  }
  return *moves;
}

// Collections of mates write their length, `#5`, in place of the best move.
bool is_mate_distance(const std::vector<std::string_view>& best) {
  return best.size() == 1 && best.front().starts_with('#');
}

Result<std::optional<int>> parse_mate(const EpdRecord& record) {
  const auto best = record.words("bm");
  const auto direct = record.words("dm");
  if (!is_mate_distance(best) && direct.empty()) return std::optional<int>();
  const auto moves = parse_mate_distance(is_mate_distance(best) ? best.front().substr(1) : direct.front());
  if (!moves) return moves.error();
  return std::optional<int>(*moves);
}

// --- Points ----------------------------------------------------------------------------------------------------------

// Empty where one of them is no number.
std::vector<int> to_numbers(const std::vector<std::string_view>& words) {
  std::vector<int> numbers;
  for (const std::string_view word : words) {
    const auto number = util::parse_integer<int>(word);
    if (!number) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

// c8 "10 4" and c9 "c4c5 e4d4". In files of other kinds c8 is just another comment: then there are none.
Result<std::vector<MovePoints>> points_in_columns(const EpdRecord& record) {
  std::vector<MovePoints> all;
  const std::string_view column = record.find("c9") != nullptr ? "c9" : "c7";
  const std::vector<int> points = to_numbers(record.words("c8"));
  if (points.empty() || record.words(column).empty()) return all;
  const auto moves = record.moves(column);
  if (!moves) return moves.error();
  if (moves->size() != points.size()) {
    return Error{fmt::format("c8 has {} points for the {} moves of {}", points.size(), moves->size(), column)};
  }
  for (std::size_t i = 0; i < points.size(); ++i) all.push_back({(*moves)[i], points[i]});
  return all;
}

// c0 "c5=10, Qd4+=4". A comment unless all of it reads so: then there are none.
std::vector<MovePoints> points_in_a_list(const EpdRecord& record) {
  std::vector<MovePoints> all;
  for (std::string_view word : record.words("c0")) {
    if (word.ends_with(',')) word.remove_suffix(1);
    const std::size_t equals = word.rfind('=');  // a promotion has one of its own
    if (equals == std::string_view::npos) return {};
    const auto move = chess::parse_move(record.position, word.substr(0, equals));
    const auto points = util::parse_integer<int>(word.substr(equals + 1));
    if (!move || !points) return {};
    all.push_back({*move, *points});
  }
  return all;
}

Result<std::vector<MovePoints>> parse_points(const EpdRecord& record) {
  auto in_columns = points_in_columns(record);
  if (!in_columns || !in_columns->empty()) return in_columns;
  return points_in_a_list(record);
}

std::vector<Move> moves_with_most_points(const SuiteTask& task) {
  std::vector<Move> best;
  for (const MovePoints& one : task.points) {
    if (one.points == task.most_points()) best.push_back(one.move);
  }
  return best;
}

std::string san_list(const chess::Position& position, const std::vector<Move>& moves) {
  std::vector<std::string> texts;
  for (const Move move : moves) texts.push_back(chess::to_san(position, move));
  return fmt::format("{}", fmt::join(texts, " "));
}

bool contains(const std::vector<Move>& moves, Move move) { return std::ranges::find(moves, move) != moves.end(); }

}  // namespace

bool SuiteTask::is_solved_by(Move move, eval::Score score) const {
  if (!best.empty() && !contains(best, move)) return false;
  if (contains(avoid, move)) return false;
  if (!mate) return true;
  if (!eval::is_mate_score(score)) return false;
  const int moves = eval::moves_to_mate(score);
  // A shorter mate is a better one; but who sees himself mated sooner than he must has missed a defence.
  return *mate > 0 ? moves > 0 && moves <= *mate : moves == *mate;
}

int SuiteTask::points_for(Move move) const {
  const auto found = std::ranges::find(points, move, &MovePoints::move);
  return found == points.end() ? 0 : found->points;
}

int SuiteTask::most_points() const {
  return points.empty() ? 0 : std::ranges::max(points, {}, &MovePoints::points).points;
}

Result<SuiteTask> parse_suite_task(const EpdRecord& record) {
  if (chess::count_legal_moves(record.position) == 0) return Error{"the game is over in this position"};
  SuiteTask task;
  const auto mate = parse_mate(record);
  if (!mate) return mate.error();
  task.mate = *mate;
  if (!is_mate_distance(record.words("bm"))) {
    auto best = record.best_moves();
    if (!best) return best.error();
    task.best = *std::move(best);
  }
  auto avoid = record.avoid_moves();
  if (!avoid) return avoid.error();
  task.avoid = *std::move(avoid);
  auto points = parse_points(record);
  if (!points) return points.error();
  task.points = *std::move(points);
  if (task.best.empty() && task.avoid.empty() && !task.mate) {
    task.best = moves_with_most_points(task);
    if (task.best.empty()) return Error{"nothing to find: no bm, am, dm or points"};
  }
  return task;
}

std::string to_text(const SuiteTask& task, const chess::Position& position) {
  std::vector<std::string> parts;
  if (!task.best.empty()) parts.push_back(san_list(position, task.best));
  if (!task.avoid.empty()) parts.push_back("not " + san_list(position, task.avoid));
  if (task.mate) parts.push_back(fmt::format("{} in {}", *task.mate > 0 ? "mate" : "mated", std::abs(*task.mate)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

Suite parse_suite(std::istream& input, chess::Variant variant) {
  Suite suite;
  game::EpdReader reader(input, variant);
  while (true) {
    const auto record = reader.next();
    if (input.bad()) return suite;
    if (!record) {
      suite.skipped.push_back(record.error().message);
      continue;
    }
    if (!*record) return suite;
    auto task = parse_suite_task(**record);
    if (task) {
      suite.positions.push_back({reader.line_number(), (*record)->id(), (*record)->position, *std::move(task)});
    } else {
      suite.skipped.push_back(fmt::format("line {}: {}", reader.line_number(), task.error().message));
    }
  }
}

Result<Suite> read_suite(const std::string& path, chess::Variant variant) {
  std::ifstream file{util::path_of(path)};
  if (!file) return Error{fmt::format("cannot read {}: {}", path, std::strerror(errno))};
  Suite suite = parse_suite(file, variant);
  if (file.bad()) return Error{fmt::format("cannot read {}: {}", path, std::strerror(errno))};
  return suite;
}

}  // namespace rocada::app
