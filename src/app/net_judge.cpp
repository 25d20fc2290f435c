#include "app/net_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <numeric>
#include <vector>

#include "chess/fen.h"
#include "eval/evaluator.h"
#include "eval/nnue/architecture.h"
#include "eval/wdl.h"
#include "util/file.h"
#include "util/strings.h"

namespace rocada::app {

using chess::Color;
using util::Error;
using util::Result;

namespace {

constexpr double kLabelScale = 200;  // a label of so many centipawns is an expected result of 1 / (1 + 1/e)
constexpr int kPiecesOfARange = 4;
constexpr int kRanges = eval::nnue::kMostPieces / kPiecesOfARange;

// Labels beyond are won anyway.
int highest_label(const chess::Position& position) { return position.rules().check_is_progress() ? 2000 : 1500; }

double expected_result(double odds) { return 1 / (1 + std::exp(-std::clamp(odds, -40.0, 40.0))); }

std::optional<double> parse_result(std::string_view text) {
  double result = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
  if (error != std::errc{} || end != text.data() + text.size() || !(result >= 0 && result <= 1)) return std::nullopt;
  return result;
}

struct Label {
  bool is_mate = false;
  int value = 0;
};

// "cp -35", "mate 3"
std::optional<Label> parse_label(std::string_view text) {
  const auto words = util::split_words(text);
  if (words.size() != 2 || (words[0] != "cp" && words[0] != "mate")) return std::nullopt;
  const auto value = util::parse_integer<int>(words[1]);
  if (!value) return std::nullopt;
  return Label{words[0] == "mate", *value};
}

// The place of each value among all, from 0; of equal ones the first comes first.
std::vector<std::size_t> ranks(std::span<const Verdict> verdicts, double Verdict::*value) {
  std::vector<std::size_t> order(verdicts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t index) { return verdicts[index].*value; });
  std::vector<std::size_t> rank(verdicts.size());
  for (std::size_t place = 0; place < order.size(); ++place) rank[order[place]] = place;
  return rank;
}

double rank_correlation(std::span<const Verdict> verdicts) {
  const auto first = ranks(verdicts, &Verdict::pawns);
  const auto second = ranks(verdicts, &Verdict::expected);
  double squares = 0;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    const double apart = static_cast<double>(first[i]) - static_cast<double>(second[i]);
    squares += apart * apart;
  }
  const auto count = static_cast<double>(verdicts.size());
  return 1 - 6 * squares / (count * (count * count - 1));
}

// Mean square, with pawns that stand for odds of so much.
double mean_square_error(std::span<const Verdict> verdicts, double scale) {
  double sum = 0;
  for (const Verdict& verdict : verdicts) {
    const double apart = expected_result(scale * verdict.pawns) - verdict.expected;
    sum += apart * apart;
  }
  return sum / static_cast<double>(verdicts.size());
}

double variance_of_expected(std::span<const Verdict> verdicts) {
  const auto count = static_cast<double>(verdicts.size());
  double sum = 0;
  for (const Verdict& verdict : verdicts) sum += verdict.expected;
  double squares = 0;
  for (const Verdict& verdict : verdicts)
    squares += (verdict.expected - sum / count) * (verdict.expected - sum / count);
  return squares / count;
}

// By golden section: the error has one lowest point.
double best_scale(std::span<const Verdict> verdicts) {
  constexpr int kRounds = 40;
  constexpr double kGolden = 0.618;
  double low = 0.02;
  double high = 4.0;
  for (int round = 0; round < kRounds; ++round) {
    const double left = low + (1 - kGolden) * (high - low);
    const double right = low + kGolden * (high - low);
    if (mean_square_error(verdicts, left) < mean_square_error(verdicts, right)) {
      high = right;
    } else {
      low = left;
    }
  }
  return (low + high) / 2;
}

bool can_be_judged(std::span<const Verdict> verdicts) {
  return verdicts.size() >= 2 && variance_of_expected(verdicts) > 0;
}

}  // namespace

Result<std::optional<LabelledPosition>> parse_labelled(std::string_view line, chess::Variant variant,
                                                       JudgeAgainst against) {
  const std::size_t first = std::min(line.find('\t'), line.size());
  const std::size_t second = std::min(line.find('\t', first + 1), line.size());
  if (second == line.size() || line.find('\t', second + 1) != std::string_view::npos) {
    return Error{"a line is FEN, label and result, with tabs between them"};
  }
  const std::string_view label_text = line.substr(first + 1, second - first - 1);
  const std::string_view result_text = line.substr(second + 1);
  auto position = chess::parse_fen(line.substr(0, first), variant);
  if (!position) return position.error();
  const auto label = parse_label(label_text);
  if (!label) return Error{fmt::format("'{}' is not a label like 'cp 35' or 'mate 3'", util::printable(label_text))};
  const auto result = parse_result(result_text);
  if (!result) return Error{fmt::format("'{}' is not a result from 0 to 1", util::printable(result_text))};

  if (label->is_mate || std::abs(label->value) > highest_label(*position) || position->in_check())
    return {std::nullopt};
  const double own_result = position->side_to_move() == Color::White ? *result : 1 - *result;
  const double expected = against == JudgeAgainst::Search ? expected_result(label->value / kLabelScale) : own_result;
  return {LabelledPosition{*std::move(position), expected}};
}

Grade grade_of(std::span<const Verdict> verdicts) {
  const double scale = best_scale(verdicts);
  const double error = mean_square_error(verdicts, scale);
  return {1 - error / variance_of_expected(verdicts), std::sqrt(error), rank_correlation(verdicts), scale};
}

Result<FileGrade> judge_file(const std::string& path, chess::Variant variant, JudgeAgainst against,
                             const eval::nnue::SharedNetwork& network) {
  std::ifstream file{util::path_of(path)};
  if (!file) return Error{fmt::format("cannot read {}: {}", path, std::strerror(errno))};
  std::vector<Verdict> verdicts;
  std::array<std::vector<Verdict>, kRanges> by_pieces;
  eval::Evaluator evaluator;
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    if (line.ends_with('\r')) line.pop_back();
    const auto labelled = parse_labelled(line, variant, against);
    if (!labelled) return Error{fmt::format("{}, line {}: {}", path, number, labelled.error().message)};
    if (!*labelled) continue;
    const auto& [position, expected] = **labelled;
    evaluator.reset(position, network);
    const int centipawns = eval::ScoreScale(position).centipawns(evaluator.evaluate(position));
    const Verdict verdict{centipawns / 100.0, expected};
    verdicts.push_back(verdict);
    by_pieces[static_cast<std::size_t>((position.occupied().count() - 1) / kPiecesOfARange)].push_back(verdict);
  }
  if (file.bad()) return Error{fmt::format("cannot read {}: {}", path, std::strerror(errno))};
  if (!can_be_judged(verdicts)) {
    return Error{fmt::format("{} has nothing to judge by: it takes two positions with different labels", path)};
  }
  FileGrade judged{grade_of(verdicts), verdicts.size(), {}};
  for (int range = kRanges - 1; range >= 0; --range) {
    const auto& found = by_pieces[static_cast<std::size_t>(range)];
    if (!can_be_judged(found)) continue;
    const int fewest = range * kPiecesOfARange + 1;
    judged.by_pieces.push_back({fewest, fewest + kPiecesOfARange - 1, grade_of(found), found.size()});
  }
  return judged;
}

}  // namespace rocada::app
