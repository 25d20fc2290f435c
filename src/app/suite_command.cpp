#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands.h"
#include "app/complaint.h"
#include "app/progress_bar.h"
#include "app/suite.h"
#include "app/suite_report.h"
#include "app/suite_runner.h"
#include "app/variant_argument.h"
#include "engine/engine.h"

namespace rocada::app {

namespace {

util::Result<search::Limits> limits_of(const SuiteArguments& arguments) {
  if (arguments.move_time_ms.has_value() + arguments.nodes.has_value() + arguments.depth.has_value() > 1) {
    return util::Error{"--movetime, --nodes and --depth exclude each other"};
  }
  search::Limits limits;
  limits.nodes = arguments.nodes;
  limits.depth = arguments.depth;
  if (!arguments.nodes && !arguments.depth) {
    limits.move_time = util::Milliseconds(arguments.move_time_ms.value_or(kDefaultSuiteMoveTimeMs));
  }
  return limits;
}

// Where the user says nothing, the engine's own defaults stay.
util::Result<util::Done> set_up(engine::EngineApi& engine, const SuiteArguments& arguments) {
  const auto set = [&](engine::OptionId id, const std::optional<int>& value) -> util::Result<util::Done> {
    if (!value) return util::Done{};
    const auto note = engine.set_option(engine::spec_of(id), fmt::to_string(*value));
    if (!note) return note.error();
    return util::Done{};
  };
  if (const auto done = set(engine::OptionId::Threads, arguments.threads); !done) return done;
  return set(engine::OptionId::Hash, arguments.hash_mib);
}

std::vector<SuiteAnswer> solve_showing_progress(engine::EngineApi& engine, const Suite& suite,
                                                const search::Limits& limits, const std::string& label) {
  ProgressBar bar(label);
  return solve_all(engine, suite, limits, [&](std::size_t done, std::size_t total) { bar.show(done, total); });
}

}  // namespace

int suite_command(const SuiteArguments& arguments) {
  const auto limits = limits_of(arguments);
  if (!limits) return fail("suite", limits.error().message);
  const util::SteadyClock clock;
  engine::Engine engine(clock);
  if (const auto done = set_up(engine, arguments); !done) return fail("suite", done.error().message);

  auto suite = read_suite(arguments.file, variant_named(arguments.variant));
  if (!suite) return fail("suite", suite.error().message);
  for (const std::string& reason : suite->skipped)
    complain("suite", fmt::format("{}, {}; skipped", arguments.file, reason));
  if (suite->positions.empty()) return fail("suite", fmt::format("{} holds no position to solve", arguments.file));

  SuiteRun run{arguments.file, *limits, *std::move(suite), {}};
  run.answers = solve_showing_progress(engine, run.suite, run.limits, run.file);
  fmt::print("{}", arguments.json ? to_json(run) + '\n' : to_text(run));
  return 0;
}

}  // namespace rocada::app
