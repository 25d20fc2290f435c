// `rocada data`: verify, stats, expand and scores, which read game files.
#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "app/commands.h"
#include "app/complaint.h"
#include "app/progress_bar.h"
#include "data/expand.h"
#include "data/score_table.h"
#include "data/statistics.h"
#include "data/verify.h"

namespace rocada::app {

namespace {

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

data::BytesProgress shown_by(ProgressBar& bar) {
  return [&bar](std::uint64_t done, std::uint64_t all) { bar.show(done, all); };
}

void print_share(std::string_view name, std::uint64_t part, std::uint64_t whole) {
  fmt::print("  {:<22} {:>12} {:6.2f}%\n", name, part, percent(part, whole));
}

std::string bin_name(std::size_t bin) {
  const auto& bounds = data::kScoreBounds;
  if (bin == 0) return fmt::format("below {}", bounds.front());
  if (bin == bounds.size()) return fmt::format("{} and more", bounds.back());
  return fmt::format("{} to {}", bounds[bin - 1], bounds[bin] - 1);
}

void print_lengths(const data::Statistics& statistics) {
  if (statistics.games() == 0) return;
  const auto& lengths = statistics.lengths();
  std::size_t median = 0;
  std::uint64_t passed = 0;
  for (const auto& [length, games] : lengths) {
    median = length;
    passed += games;
    if (2 * passed >= statistics.games()) break;
  }
  fmt::print("\nplies: shortest {}, median {}, mean {:.1f}, longest {}\n", lengths.begin()->first, median,
             static_cast<double>(statistics.positions()) / static_cast<double>(statistics.games()),
             lengths.rbegin()->first);
}

void print_statistics(data::Statistics& statistics) {
  fmt::print("{} games, {} positions\n\nresults\n", statistics.games(), statistics.positions());
  for (const auto& [name, games] : statistics.results()) print_share(name, games, statistics.games());
  fmt::print("\nendings\n");
  for (const auto& [name, games] : statistics.endings()) print_share(name, games, statistics.games());
  print_lengths(statistics);
  fmt::print("\nscores for White\n");
  for (std::size_t bin = 0; bin < statistics.scores().size(); ++bin) {
    print_share(bin_name(bin), statistics.scores()[bin], statistics.positions());
  }
  fmt::print("\nfilters\n");
  for (std::size_t fate = 0; fate < data::kFateNames.size(); ++fate) {
    print_share(data::kFateNames[fate], statistics.fates()[fate], statistics.positions());
  }
  const std::uint64_t kept = statistics.fates()[static_cast<std::size_t>(data::Fate::Kept)];
  const std::uint64_t duplicates = statistics.count_duplicates();
  fmt::print("\nduplicates among the kept: {} ({:.2f}%)\n", duplicates, percent(duplicates, kept));
}

}  // namespace

int data_verify_command(const DataVerifyArguments& arguments) {
  std::uint64_t problems = 0;
  for (const std::string& file : arguments.files) {
    const auto summary = [&] {
      ProgressBar bar(file);
      const auto report = [&](const std::string& problem) { fmt::print("{}: {}\n", file, problem); };
      return data::verify(file, arguments.threads, report, shown_by(bar));
    }();
    if (!summary) return fail("data", summary.error().message);
    fmt::print("{}: {} games, {} positions, {} problems", file, summary->games, summary->positions, summary->problems);
    if (summary->unfinished_bytes > 0) {
      fmt::print("; the last {} bytes are an unfinished block, which datagen will cut off", summary->unfinished_bytes);
    }
    fmt::print("\n");
    problems += summary->problems;
  }
  return problems == 0 ? 0 : 1;
}

int data_stats_command(const DataStatsArguments& arguments) {
  data::Statistics statistics(arguments.filter);
  for (const std::string& file : arguments.files) {
    ProgressBar bar(file);
    const auto done = data::gather(statistics, file, arguments.threads, shown_by(bar));
    if (!done) return fail("data", done.error().message);
  }
  print_statistics(statistics);
  return 0;
}

int data_expand_command(const DataExpandArguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  const auto summary = [&] {
    ProgressBar bar(arguments.out);
    return data::expand(arguments.files, arguments.out,
                        {arguments.filter, arguments.validation_percent, arguments.threads}, shown_by(bar));
  }();
  if (!summary) return fail("data", summary.error().message);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  fmt::print("{}: {} games, {} positions; {} records ({:.1f}%), {} of them held out; {:.1f} s\n", arguments.out,
             summary->games, summary->positions, summary->records, percent(summary->records, summary->positions),
             summary->held_out, time.count());
  return 0;
}

int data_scores_command(const DataScoresArguments& arguments) {
  const auto print = [](std::string_view line) { std::fwrite(line.data(), 1, line.size(), stdout); };
  print(data::kScoreTableHead);
  for (const std::string& file : arguments.files) {
    if (const auto done = data::list_scores(file, print); !done) return fail("data", done.error().message);
  }
  return 0;
}

}  // namespace rocada::app
