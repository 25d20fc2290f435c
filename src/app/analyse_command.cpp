#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "analysis/run.h"
#include "app/commands.h"
#include "app/complaint.h"
#include "app/helped_commands.h"
#include "app/progress_bar.h"
#include "util/file.h"
#include "util/interruption.h"

namespace rocada::app {

namespace {

constexpr int kStoppedEarly = 1;

std::optional<std::filesystem::path> path_of(const std::optional<std::string>& name) {
  return name ? std::optional(util::path_of(*name)) : std::nullopt;
}

std::filesystem::path usual_output(const std::filesystem::path& input) {
  std::filesystem::path output = input;
  return output.replace_extension(".analysed.pgn");
}

// Says at the start what there is to do, then shows how far it has come.
class AnalysisDisplay {
 public:
  explicit AnalysisDisplay(const analysis::AnalysisSettings& settings) : settings_(settings) {}

  void show(const analysis::AnalysisProgress& progress) {
    if (!bar_) {
      fmt::print("{}: {} {}, {} of {} positions done\n", settings_.input.string(), progress.games,
                 progress.games == 1 ? "game" : "games", progress.positions_before, progress.positions);
      std::fflush(stdout);
      bar_.emplace(settings_.input.filename().string(), progress.positions_before);
    }
    bar_->show(progress.positions_before + progress.positions_done, progress.positions);
  }

 private:
  const analysis::AnalysisSettings& settings_;
  std::optional<ProgressBar> bar_;
};

void tell_outputs(const analysis::AnalysisSettings& settings) {
  for (const auto& output : {settings.pgn, settings.html, settings.csv, settings.json}) {
    if (output) fmt::print("written: {}\n", output->string());
  }
}

}  // namespace

analysis::AnalysisSettings settings_of(const AnalyseArguments& arguments) {
  analysis::AnalysisSettings settings;
  settings.input = util::path_of(arguments.file);
  settings.pgn = path_of(arguments.out);
  settings.html = path_of(arguments.html);
  settings.csv = path_of(arguments.csv);
  settings.json = path_of(arguments.json);
  if (!settings.pgn && !settings.html && !settings.csv && !settings.json) settings.pgn = usual_output(settings.input);
  if (arguments.move_time_ms) {
    settings.limits.move_time = util::Milliseconds(*arguments.move_time_ms);
  } else if (arguments.depth) {
    settings.limits.depth = arguments.depth;
  } else {
    settings.limits.nodes = arguments.nodes.value_or(kDefaultAnalysisNodes);
  }
  settings.network = arguments.network;
  settings.syzygy_path = arguments.syzygy_path;
  settings.book = arguments.book;
  settings.multi_pv = arguments.multi_pv;
  settings.hash_mib = arguments.hash_mib;
  settings.threads = arguments.threads.value_or(std::max(1, static_cast<int>(std::thread::hardware_concurrency())));
  settings.overwrite = arguments.overwrite;
  return settings;
}

int analyse_command(const AnalyseArguments& arguments) { return analyse_command(arguments, nullptr); }

int analyse_command(const AnalyseArguments& arguments, util::Helpers* helpers) {
  const int limits = arguments.move_time_ms.has_value() + arguments.nodes.has_value() + arguments.depth.has_value();
  if (limits > 1) return fail("analyse", "--movetime, --nodes and --depth exclude each other");
  if (!util::catch_interrupts()) return fail("analyse", "cannot catch signals");
  const analysis::AnalysisSettings settings = settings_of(arguments);
  const auto start = std::chrono::steady_clock::now();
  const auto run = [&] {
    AnalysisDisplay display(settings);
    return analysis::analyse(
        settings, {util::is_interrupted, [&](const analysis::AnalysisProgress& progress) { display.show(progress); },
                   [](const std::string& problem) { complain("analyse", problem); }, helpers});
  };
  const auto progress = run();
  if (!progress) return fail("analyse", progress.error().message);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  fmt::print("{} positions analysed in {:.1f} s\n", progress->positions_done, time.count());
  if (!progress->is_complete()) {
    fmt::print("Stopped early. The same command goes on where this run ended.\n");
    return kStoppedEarly;
  }
  tell_outputs(settings);
  return 0;
}

}  // namespace rocada::app
