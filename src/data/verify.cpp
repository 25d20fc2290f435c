#include "data/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "data/game_file.h"

namespace rocada::data {

using util::Result;

namespace {

// Of one block.
struct Checked {
  std::vector<std::uint32_t> numbers;
  std::uint64_t positions = 0;
  std::vector<std::string> problems;
};

// Empty where nothing is wrong.
std::string problem_of(const Game& game) {
  auto record = replay(game);
  if (!record) return record.error().message;
  const auto end = record->outcome();
  if (end.is_over() && end.result() != game.result) {
    return fmt::format("game {}: the result is {}, but it ended {}: {}", game.number, text_of(game.result),
                       text_of(end.result()), end.reason());
  }
  std::string problem;  // from the end back, so that the earliest stays
  while (record->undo()) {
    if (const auto outcome = record->outcome(); outcome.is_over()) {
      problem = fmt::format("game {}: it is over after {} moves, but goes on: {}", game.number, record->size(),
                            outcome.reason());
    }
  }
  return problem;
}

Result<Checked> check(const Block& block) {
  const auto games = decode_games(block);
  if (!games) return games.error();
  Checked checked;
  for (const Game& game : *games) {
    checked.numbers.push_back(game.number);
    checked.positions += game.moves.size();
    const std::string problem = problem_of(game);
    if (!problem.empty()) checked.problems.push_back(fmt::format("block {}: {}", block.number, problem));
  }
  return checked;
}

}  // namespace

Result<VerifySummary> verify(const std::string& file, int threads, const ProblemReport& report,
                             const BytesProgress& progress) {
  auto reader = GameFileReader::open(file);
  if (!reader) return reader.error();
  VerifySummary summary;
  const auto note = [&](const std::string& problem) {
    ++summary.problems;
    report(problem);
  };
  std::unordered_set<std::uint32_t> seen;
  for_each_block(*reader, threads, check, [&](Result<Checked> block) {
    if (progress) progress(reader->bytes_read(), reader->bytes());
    if (!block) {
      note(block.error().message);
      return true;
    }
    for (const std::string& problem : block->problems) note(problem);
    for (const std::uint32_t number : block->numbers) {
      if (!seen.insert(number).second) note(fmt::format("game {} comes twice", number));
    }
    summary.games += block->numbers.size();
    summary.positions += block->positions;
    return true;
  });
  summary.unfinished_bytes = reader->unfinished_bytes();
  return summary;
}

}  // namespace rocada::data
