// selfplay: games of self-play by the thousand, on the GPU or, compiled without one, on the host.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <iostream>

#include "chess/game_kind.h"
#include "chess/movegen.h"
#include "game/perft_suite.h"
#include "selfplay/compare.h"
#include "selfplay/convert.h"
#include "selfplay/generate.h"
#include "selfplay/perft.h"
#include "selfplay/uci.h"
#include "util/interruption.h"

namespace {

using namespace rocada;
using namespace rocada::selfplay;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

int fail(const util::Error& error) {
  fmt::print(stderr, "selfplay: {}\n", error.message);
  return 2;
}

struct Arguments {
  std::string network;
  GenerateSettings generate;
  double seconds = 0;  // of games to keep; 0: without limit
  double bench_seconds = 10;
  std::vector<std::string> files;
  std::string variant{chess::words_of({}).xboard};  // of the suites
  std::uint64_t most_leaves = 200'000'000;
};

// One line kept up to date on a terminal, elsewhere a new line every ten seconds.
class Display {
 public:
  Display(std::uint32_t games_wanted, double seconds) : games_wanted_(games_wanted), seconds_(seconds) {}

  void show(const GenerateProgress& progress) {
    const double time = seconds_since(start_);
    if (progress.games == 0 || time - last_shown_ < (on_terminal_ ? 0.4 : 10)) return;
    last_shown_ = time;
    const double missing = games_wanted_ - std::min(games_wanted_, progress.earlier_games + progress.games);
    double left = time / progress.games * missing;
    if (seconds_ > 0) left = std::clamp(seconds_ - time, 0.0, left);
    const auto whole = static_cast<std::int64_t>(left);
    fmt::print(stderr, "{}{} of {} games, {} positions, {:.0f} positions/s, {}:{:02}:{:02} left{}",
               on_terminal_ ? "\r\033[K" : "", progress.earlier_games + progress.games, games_wanted_,
               progress.positions, static_cast<double>(progress.totals.moves) / time, whole / 3600, whole / 60 % 60,
               whole % 60, on_terminal_ ? "" : "\n");
    std::fflush(stderr);
  }

 private:
  const std::uint32_t games_wanted_;
  const double seconds_;
  const bool on_terminal_ = isatty(STDERR_FILENO) == 1;
  const Clock::time_point start_ = Clock::now();
  double last_shown_ = 0;
};

void print_rates(const Totals& totals, double seconds) {
  const auto moves = static_cast<double>(std::max<std::uint64_t>(totals.moves, 1));
  fmt::print("{:.1f} million nodes/s, {:.0f} positions/s, {:.0f} nodes and depth {:.2f} a position\n",
             static_cast<double>(totals.nodes) / seconds / 1e6, moves / seconds,
             static_cast<double>(totals.nodes) / moves, static_cast<double>(totals.depths) / moves);
}

int generate_command(const Arguments& arguments) {
  const auto network = load_network(arguments.network);
  if (!network) return fail(network.error());
  if (!util::catch_interrupts()) return fail({"cannot catch signals"});
  const auto start = Clock::now();
  const auto should_stop = [&] {
    return util::is_interrupted() || (arguments.seconds > 0 && seconds_since(start) >= arguments.seconds);
  };
  const GenerateSettings& settings = arguments.generate;
  Display display(settings.games, arguments.seconds);
  bool begun = false;
  const auto progress = generate(*network, settings, should_stop, [&](const GenerateProgress& now) {
    if (!std::exchange(begun, true)) {
      fmt::print("{}: {} of {} games, {} at once on {}\n", settings.file, now.earlier_games, settings.games,
                 now.players, machine_name());
      std::fflush(stdout);
    }
    display.show(now);
  });
  if (!progress) return fail(progress.error());
  const double time = seconds_since(start);
  const std::uint32_t games = progress->earlier_games + progress->games;
  fmt::print("{}: {} games; added {} with {} positions in {:.1f} s, {:.0f} positions/s\n", settings.file, games,
             progress->games, progress->positions, time, static_cast<double>(progress->positions) / time);
  print_rates(progress->totals, time);
  if (games < settings.games) fmt::print("Stopped early. The same command goes on where this run ended.\n");
  return 0;
}

int bench_command(Arguments arguments) {
  const auto network = load_network(arguments.network);
  if (!network) return fail(network.error());
  FleetSettings& settings = arguments.generate.fleet;
  settings.games = ~0u;
  const auto fleet = Fleet::create(*network, settings);
  if (!fleet) return fail(fleet.error());
  fmt::print("{} games at once on {}, {} neurons, {} nodes\n", (*fleet)->players(), machine_name(), network->width,
             settings.nodes);
  // The first round begins all games with openings: it does not count.
  if (const auto round = (*fleet)->play_round(1); !round) return fail(round.error());
  const Totals before = (*fleet)->totals();
  const auto start = Clock::now();
  double playing = 0;
  std::uint64_t finished = 0;
  while (seconds_since(start) < arguments.bench_seconds) {
    const auto round_start = Clock::now();
    if (const auto round = (*fleet)->play_round(arguments.generate.round_seconds); !round) return fail(round.error());
    playing += seconds_since(round_start);
    (*fleet)->for_each_finished([&](const Record& record) { finished += game_of(record).moves.size(); });
  }
  const double time = seconds_since(start);
  Totals totals = (*fleet)->totals();
  totals -= before;
  print_rates(totals, time);
  fmt::print("{:.1f}% of {:.1f} s playing, the rest collecting; {} positions in finished games\n", 100 * playing / time,
             time, finished);
  return 0;
}

// Splits the upper plies off, so that one large count keeps many players busy.
void add_tasks(const chess::Position& position, int depth, std::vector<PerftTask>& tasks) {
  constexpr int kLargestTask = 3;
  if (depth <= kLargestTask) {
    tasks.push_back({from_chess(position), depth});
    return;
  }
  for (const chess::Move move : chess::legal_moves(position)) {
    chess::Position next = position;
    next.make(move);
    add_tasks(next, depth - 1, tasks);
  }
}

int perft_command(const Arguments& arguments) {
  const auto kind = chess::parse_game_kind(arguments.variant);
  if (!kind) return fail({fmt::format("'{}' is no variant", arguments.variant)});
  int wrong = 0;
  for (const std::string& file : arguments.files) {
    const auto suite = game::read_perft_suite(file, kind->rules);
    if (!suite) return fail(suite.error());
    std::uint64_t leaves = 0;
    for (const game::PerftSuiteLine& line : *suite) {
      if (chess::count_legal_moves(line.position) > kMostMoves) continue;  // no game comes there
      const game::PerftExpectation* deepest = nullptr;
      for (const auto& expected : line.expected) {
        if (expected.nodes <= arguments.most_leaves && expected.depth <= kMostPerftDepth) deepest = &expected;
      }
      if (deepest == nullptr) continue;
      std::vector<PerftTask> tasks;
      add_tasks(line.position, deepest->depth, tasks);
      const auto counts = perft_all(tasks);
      if (!counts) return fail(counts.error());
      std::uint64_t sum = 0;
      for (const std::uint64_t count : *counts) sum += count;
      leaves += sum;
      if (sum == deepest->nodes) continue;
      fmt::print("{} line {}, depth {}: {} instead of {}\n", file, line.number, deepest->depth, sum, deepest->nodes);
      ++wrong;
    }
    fmt::print("{}: {} positions, {} leaves\n", file, suite->size(), leaves);
  }
  fmt::print("{} wrong, on {}\n", wrong, machine_name());
  return wrong == 0 ? 0 : 1;
}

int compare_command(const std::string& first, const std::string& second) {
  const auto found = compare(first, second);
  if (!found) return fail(found.error());
  for (const std::uint32_t number : found->different) fmt::print("game {} differs\n", number);
  fmt::print("{} games the same, {} different, {} only in {}, {} only in {}\n", found->same, found->different.size(),
             found->only_in_first, first, found->only_in_second, second);
  return found->different.empty() && found->only_in_first + found->only_in_second == 0 ? 0 : 1;
}

void declare_games(CLI::App& command, Arguments& arguments) {
  FleetSettings& fleet = arguments.generate.fleet;
  fleet.nodes = 1500;
  command.add_option("--net", arguments.network, "the network that evaluates")->required()->type_name("FILE");
  command.add_option("--nodes", fleet.nodes, "for a move: no further depth is begun after so many")
      ->check(CLI::Range(1, 10'000'000));
  command.add_option("--threads", fleet.players, "games at once; as many as suit the machine by default")
      ->check(CLI::Range(1, 1'000'000));
  command.add_option("--chess960-percent", fleet.chess960_percent, "games from double Chess960 positions")
      ->check(CLI::Range(0, 100));
  command.add_option("--played-out-percent", fleet.played_out_percent, "games that go on however clear they are")
      ->check(CLI::Range(0, 100))
      ->capture_default_str();
  command.add_option("--round", arguments.generate.round_seconds, "seconds between looks at the games")
      ->check(CLI::PositiveNumber);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Games of self-play by the thousand.");
  app.require_subcommand(1);
  Arguments arguments;

  auto* generate = app.add_subcommand("generate", "write games to a file, as rocada datagen does");
  declare_games(*generate, arguments);
  generate->add_option("--games", arguments.generate.games, "games wanted in the file, those it already holds included")
      ->required();
  generate->add_option("--seed", arguments.generate.fleet.seed, "what the random openings are made of")->required();
  generate->add_option("--out", arguments.generate.file, "file to write, or to go on with")->required();
  generate->add_option("--seconds", arguments.seconds, "end after so many, whatever is done")
      ->check(CLI::PositiveNumber);

  auto* bench = app.add_subcommand("bench", "measure how fast games are played");
  declare_games(*bench, arguments);
  bench->add_option("--seconds", arguments.bench_seconds, "how long")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();

  auto* perft = app.add_subcommand("perft", "hold counts of moves against those of suites");
  perft->add_option("files", arguments.files, "lines of `FEN ;D1 n ;D2 n ...`")->required();
  perft->add_option("--variant", arguments.variant, "of the positions")->capture_default_str();
  perft->add_option("--most", arguments.most_leaves, "the deepest count that is no higher");

  auto* compare = app.add_subcommand("compare", "hold the games of two files against each other, number by number");
  compare->add_option("files", arguments.files, "written by `generate`, on the GPU or on the host")
      ->required()
      ->expected(2);

  auto* uci = app.add_subcommand("uci", "the search as a UCI engine, on the host");
  uci->add_option("--net", arguments.network, "the network that evaluates")->required();

  CLI11_PARSE(app, argc, argv);
  if (generate->parsed()) return generate_command(arguments);
  if (bench->parsed()) return bench_command(arguments);
  if (perft->parsed()) return perft_command(arguments);
  if (compare->parsed()) return compare_command(arguments.files[0], arguments.files[1]);
  const auto network = load_network(arguments.network);
  if (!network) return fail(network.error());
  const auto talked = talk_uci(*network, std::cin, std::cout);
  return talked ? 0 : fail(talked.error());
}
