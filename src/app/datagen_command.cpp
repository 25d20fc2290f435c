#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "app/commands.h"
#include "app/complaint.h"
#include "app/helped_commands.h"
#include "app/variant_argument.h"
#include "data/datagen.h"
#include "eval/nnue/networks.h"
#include "util/interruption.h"
#include "util/process.h"

namespace rocada::app {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

double positions_per_second(const data::DatagenProgress& progress, Seconds time) {
  return static_cast<double>(progress.positions) / std::max(time.count(), 1e-3);
}

// How far the run has come, on standard error: one line kept up to date on a terminal, elsewhere a new line a minute.
class DatagenDisplay {
 public:
  DatagenDisplay(std::uint32_t games_wanted, std::optional<Seconds> time_limit)
      : games_wanted_(games_wanted), time_limit_(time_limit) {}
  ~DatagenDisplay() {
    if (on_terminal_) std::fputs("\r\033[K", stderr);
  }
  DatagenDisplay(const DatagenDisplay&) = delete;
  DatagenDisplay& operator=(const DatagenDisplay&) = delete;

  void show(const data::DatagenProgress& progress) {
    const auto now = Clock::now();
    const auto pause = on_terminal_ ? Clock::duration(std::chrono::milliseconds(200)) : std::chrono::minutes(1);
    if (progress.games == 0 || now - last_shown_ < pause) return;
    last_shown_ = now;
    const Seconds time = now - start_;
    const auto left = static_cast<std::int64_t>(time_left(progress, time).count());
    const std::string text = fmt::format("{}{} of {} games, {} positions, {:.0f} positions/s, {}:{:02}:{:02} left{}",
                                         on_terminal_ ? "\r\033[K" : "", progress.earlier_games + progress.games,
                                         games_wanted_, progress.positions, positions_per_second(progress, time),
                                         left / 3600, left / 60 % 60, left % 60, on_terminal_ ? "" : "\n");
    // A terminal that has gone meanwhile is no reason to end the work, so errors are of no interest.
    std::fputs(text.c_str(), stderr);
    std::fflush(stderr);
  }

 private:
  Seconds time_left(const data::DatagenProgress& progress, Seconds time) const {
    const std::uint32_t done = progress.games;
    const std::uint32_t missing = games_wanted_ - std::min(games_wanted_, progress.earlier_games + done);
    const Seconds by_games = time / done * missing;
    return time_limit_ ? std::clamp(*time_limit_ - time, Seconds(0), by_games) : by_games;
  }

  const std::uint32_t games_wanted_;
  const std::optional<Seconds> time_limit_;
  const bool on_terminal_ = util::is_terminal(stderr);
  const Clock::time_point start_ = Clock::now();
  Clock::time_point last_shown_ = start_;
};

}  // namespace

util::Result<data::DatagenSettings> settings_of(const DatagenArguments& arguments) {
  const chess::Variant variant = variant_named(arguments.variant);
  const auto network = eval::nnue::find_network(arguments.network, variant);
  if (!network) return network.error();
  data::DatagenSettings settings;
  settings.network = *network;
  settings.origin = {.player = data::player_id(*network),
                     .nodes = arguments.nodes,
                     .seed = arguments.seed,
                     .chess960_percent = arguments.chess960_percent,
                     .played_out_percent = arguments.played_out_percent,
                     .variant = variant,
                     .sample_nodes = arguments.sample_nodes,
                     .sample_percent = arguments.sample_nodes > 0 ? arguments.sample_percent : 0};
  settings.file = arguments.out;
  settings.games = arguments.games;
  settings.threads = arguments.threads;
  return settings;
}

int datagen_command(const DatagenArguments& arguments) { return datagen_command(arguments, nullptr); }

int datagen_command(const DatagenArguments& arguments, util::Helpers* helpers) {
  if (!util::catch_interrupts()) return fail("datagen", "cannot catch signals");
  const auto found = settings_of(arguments);
  if (!found) return fail("datagen", found.error().message);
  const data::DatagenSettings& settings = *found;
  const std::optional<Seconds> time_limit =
      arguments.seconds ? std::optional(Seconds(*arguments.seconds)) : std::nullopt;
  const auto start = Clock::now();
  const auto should_stop = [&] {
    return util::is_interrupted() || (time_limit && Clock::now() - start >= *time_limit);
  };
  const auto run = [&] {
    DatagenDisplay display(settings.games, time_limit);
    const auto report = [&](const data::DatagenProgress& progress) {
      if (progress.games == 0) {
        fmt::print("{}: {} of {} games, played by {}\n", settings.file, progress.earlier_games, settings.games,
                   settings.origin.player);
        std::fflush(stdout);
      }
      display.show(progress);
    };
    return data::generate(settings, should_stop, report, helpers);
  };
  const auto progress = run();
  if (!progress) return fail("datagen", progress.error().message);

  const Seconds time = Clock::now() - start;
  const std::uint32_t games = progress->earlier_games + progress->games;
  fmt::print("{}: {} games; added {} with {} positions in {:.1f} s, {:.0f} positions/s\n", settings.file, games,
             progress->games, progress->positions, time.count(), positions_per_second(*progress, time));
  if (games < settings.games) fmt::print("Stopped early. The same command goes on where this run ended.\n");
  return 0;
}

}  // namespace rocada::app
