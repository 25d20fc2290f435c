#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <string>

#include "app/commands.h"
#include "app/complaint.h"
#include "app/perft_runner.h"
#include "app/progress_bar.h"
#include "app/variant_argument.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "game/perft_suite.h"

namespace rocada::app {

namespace {

using chess::Variant;
using Clock = std::chrono::steady_clock;

std::uint64_t per_second(std::uint64_t nodes, Clock::duration time) {
  const double seconds = std::chrono::duration<double>(time).count();
  return seconds > 0 ? static_cast<std::uint64_t>(static_cast<double>(nodes) / seconds) : 0;
}

std::string timing(std::uint64_t nodes, Clock::duration time) {
  return fmt::format("nodes {} time {} nps {}", nodes,
                     std::chrono::duration_cast<std::chrono::milliseconds>(time).count(), per_second(nodes, time));
}

// Castling in Chess960 can only be told apart as king-takes-rook.
chess::CastlingText castling_text(const PerftArguments& arguments) {
  return kind_named(arguments.variant).chess960 ? chess::CastlingText::KingTakesRook : chess::CastlingText::KingMove;
}

int run_single(const PerftArguments& arguments, Variant variant, chess::PerftTable* table) {
  const auto position = chess::parse_fen(arguments.fen.value_or(std::string(chess::kStartFen)), variant);
  if (!position) return fail("perft", fmt::format("bad FEN: {}", position.error().message));
  const int depth = *arguments.depth;
  ProgressBar bar(fmt::format("perft {}", depth));
  const auto start = Clock::now();
  const PerftTotal total = run_perft(*position, depth, arguments.threads, table,
                                     [&](std::size_t done, std::size_t all) { bar.show(done, all); });
  const auto time = Clock::now() - start;
  if (arguments.divide) {
    for (const PerftCount& count : total.by_move) {
      fmt::print("{}: {}\n", chess::to_coordinates(count.move, castling_text(arguments)), count.nodes);
    }
    fmt::print("\n");
  }
  fmt::print("{}\n", timing(total.nodes, time));
  return 0;
}

int run_suite(const PerftArguments& arguments, Variant variant, chess::PerftTable* table) {
  const auto lines = game::read_perft_suite(*arguments.suite, variant);
  if (!lines) return fail("perft", lines.error().message);
  ProgressBar bar(*arguments.suite);
  const auto start = Clock::now();
  std::uint64_t nodes = 0;
  std::size_t checked = 0;
  std::size_t left_out = 0;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < lines->size(); ++i) {
    const game::PerftSuiteLine& line = (*lines)[i];
    for (const game::PerftExpectation& expected : line.expected) {
      if (expected.nodes > arguments.max_nodes.value_or(~0ULL)) {
        ++left_out;
        continue;
      }
      const std::uint64_t counted = run_perft(line.position, expected.depth, arguments.threads, table, nullptr).nodes;
      nodes += counted;
      ++checked;
      if (counted != expected.nodes) {
        ++wrong;
        fmt::print("line {}: depth {}: expected {}, counted {}: {}\n", line.number, expected.depth, expected.nodes,
                   counted, chess::to_fen(line.position));
      }
    }
    bar.show(i + 1, lines->size());
  }
  fmt::print("{}: {} positions, {} counts checked, {} above the limit left out, {} wrong\n", *arguments.suite,
             lines->size(), checked, left_out, wrong);
  fmt::print("{}\n", timing(nodes, Clock::now() - start));
  if (checked == 0) return fail("perft", "every count is above --max-nodes: nothing was checked");
  return wrong == 0 ? 0 : 1;
}

}  // namespace

int perft_command(const PerftArguments& arguments) {
  if (arguments.suite && (arguments.depth || arguments.fen || arguments.divide)) {
    return fail("perft", "--suite brings its own positions and depths: leave out DEPTH, --fen and --divide");
  }
  if (!arguments.suite && !arguments.depth)
    return fail("perft", "say how deep: rocada perft DEPTH, or a suite: --suite FILE");
  if (!arguments.suite && arguments.max_nodes) return fail("perft", "--max-nodes goes with --suite");
  const Variant variant = variant_named(arguments.variant);
  std::unique_ptr<chess::PerftTable> table;
  if (arguments.hash_mib > 0) {
    auto created = chess::PerftTable::create(static_cast<std::size_t>(arguments.hash_mib));
    if (!created) return fail("perft", created.error().message);
    table = *std::move(created);
  }
  return arguments.suite ? run_suite(arguments, variant, table.get()) : run_single(arguments, variant, table.get());
}

}  // namespace rocada::app
