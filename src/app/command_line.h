// What the command lines of our programs share: what a process does before and after its work, and how arguments are
// declared. Part of each main: a file of its own would have CLI11, the longest part of a build, read once more.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <initializer_list>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/arguments.h"
#include "chess/game_kind.h"
#include "data/block_loop.h"
#include "data/datagen.h"
#include "eval/nnue/simd/choice.h"
#include "eval/score.h"
#include "search/instruction_level.h"
#include "util/process.h"

namespace rocada::app {

// ---------------------------------------------------------------------------------------------------------------------
// The process

// What ends a process for want of memory can be told nothing.
inline const char* process_name = "rocada";

// The level is chosen where it is used, as are the kernels; a wrong choice by hand is refused here.
inline bool level_can_be_had() {
  namespace search = rocada::search;
  const char* wanted = std::getenv(search::kInstructionLevelVariable);
  if (wanted == nullptr || search::instruction_level_named(wanted) != nullptr) return true;
  fmt::print(stderr, "{}: {}={} is not a level of this build that this processor has\n", process_name,
             search::kInstructionLevelVariable, wanted);
  return false;
}

inline bool kernels_can_be_had() {
  namespace simd = rocada::eval::nnue::simd;
  const char* wanted = std::getenv(simd::kKernelVariable);
  if (wanted == nullptr || simd::kernels_named(wanted) != nullptr) return true;
  fmt::print(stderr, "{}: {}={} names no kernels that this processor can run\n", process_name, simd::kKernelVariable,
             wanted);
  return false;
}

// On standard error, which may be closed or full itself. Needs no memory: there may be none.
inline int fail_process(const char* message) {
  std::fprintf(stderr, "%s: %s\n", process_name, message);
  return 2;
}

// What a thread of the search or of a command throws and nobody catches.
[[noreturn]] inline void end_for_want_of_memory() {
  try {
    if (const auto exception = std::current_exception()) std::rethrow_exception(exception);
  } catch (const std::bad_alloc&) {
    std::_Exit(fail_process("not enough memory"));
  } catch (...) {
    // An error in the program.
  }
  std::abort();
}

// Runs `program` as a whole process of that name: with all standard streams, on a processor that has what was asked
// for by hand, and with a line on standard error for what goes wrong. Returns the exit status.
inline int run_process(const char* name, const std::function<int()>& program) {
  process_name = name;
  util::prepare_process();
  std::set_terminate(end_for_want_of_memory);
  try {
    if (!level_can_be_had() || !kernels_can_be_had()) return 2;
    const int status = program();
    // What was printed may have been kept back until now, and a full disk refuse it.
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
    return fail_process(
        fmt::format("cannot write to standard output: {}", std::generic_category().message(errno)).c_str());
  } catch (const std::bad_alloc&) {
    return fail_process("not enough memory");
  } catch (const std::system_error& error) {
    return fail_process(error.what());
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// Arguments

// CLI11 takes them from the end.
inline void parse_arguments(CLI::App& line, int argc, char** argv) {
  std::vector<std::string> arguments = util::arguments_of(argc, argv);
  std::ranges::reverse(arguments);
  line.parse(std::move(arguments));
}

// What may be played, in XBoard's words; of Chess960 too, or only what differs by its rules.
inline std::vector<std::string> variant_words(std::initializer_list<bool> chess960) {
  std::vector<std::string> words;
  for (const chess::GameKindWords& row : chess::kGameKinds) {
    const bool wanted = std::ranges::find(chess960, row.kind.chess960) != chess960.end();
    if (wanted && !row.xboard.empty()) words.emplace_back(row.xboard);
  }
  return words;
}

inline void declare_variant(CLI::App& command, std::string& variant) {
  command.add_option("--variant", variant, "rules of the game")->check(CLI::IsMember(variant_words({false, true})));
}

inline void declare_move_time(CLI::App& command, std::optional<int>& milliseconds, const std::string& description) {
  command.add_option("--movetime", milliseconds, description)->check(CLI::Range(1, 3'600'000));
}

inline void declare_threads(CLI::App& command, int& threads) {
  command.add_option("--threads", threads, "threads to use")->check(CLI::Range(1, rocada::data::kMostThreads));
}

inline void declare_network(CLI::App& command, std::string& file) {
  command.add_option("--network", file, "what evaluates, instead of the network inside the program")->type_name("FILE");
}

// Of games against itself.
inline void declare_nodes_of_a_move(CLI::App& command, std::uint64_t& nodes) {
  command.add_option("--nodes", nodes, "for a move: no further depth is begun after so many")
      ->required()
      ->check(CLI::Range(std::uint64_t{1}, rocada::data::kMostNodes));
}

inline void declare_analyse(CLI::App& command, AnalyseArguments& arguments) {
  using namespace rocada::app;
  constexpr int kMostThreads = 1024;
  constexpr int kMostLines = 218;
  constexpr int kMostHashMib = 1 << 20;
  command.add_option("file", arguments.file, "games to analyse")->required()->type_name("GAMES.pgn");
  command
      .add_option("-o,--out", arguments.out, "the games with evaluations; GAMES.analysed.pgn where nothing is named")
      ->type_name("OUT.pgn");
  command.add_option("--html", arguments.html, "a report to look at in a browser")->type_name("REPORT.html");
  command.add_option("--csv", arguments.csv, "a table with a row for each move")->type_name("MOVES.csv");
  command.add_option("--json", arguments.json, "the games and what was found, for programs")->type_name("GAMES.json");
  declare_move_time(command, arguments.move_time_ms, "milliseconds for a position, instead of nodes");
  command
      .add_option("--nodes", arguments.nodes,
                  fmt::format("nodes for a position, {} where no limit is given", kDefaultAnalysisNodes))
      ->check(CLI::PositiveNumber);
  command.add_option("--depth", arguments.depth, "plies to search a position, instead of nodes")
      ->check(CLI::Range(1, rocada::eval::kMaxPly - 1));
  declare_network(command, arguments.network);
  command.add_option("--syzygy", arguments.syzygy_path, "directories with endgame tables")->type_name("PATH");
  command.add_option("--book", arguments.book, "opening book whose moves are marked, instead of the one inside")
      ->type_name("BOOK.bin");
  command.add_option("--threads", arguments.threads, "games, or parts of them, at a time; all processors without it")
      ->check(CLI::Range(1, kMostThreads));
  command.add_option("--multipv", arguments.multi_pv, "lines for each position")->check(CLI::Range(1, kMostLines));
  command.add_option("--hash", arguments.hash_mib, "size of each thread's transposition table in MiB")
      ->check(CLI::Range(1, kMostHashMib));
  command.add_flag("--overwrite", arguments.overwrite, "replace outputs and another run's journal that are in the way");
}

inline void declare_datagen(CLI::App& command, DatagenArguments& arguments) {
  using namespace rocada::data;
  declare_nodes_of_a_move(command, arguments.nodes);
  command.add_option("--games", arguments.games, "games wanted in the file, those it already holds included")
      ->required()
      ->check(CLI::Range(std::uint32_t{1}, kMostGames));
  declare_threads(command, arguments.threads);
  command.add_option("--seed", arguments.seed, "what the random openings are made of")->required();
  command.add_option("--chess960-percent", arguments.chess960_percent, "games from double Chess960 positions")
      ->check(CLI::Range(0, 100));
  command
      .add_option("--played-out-percent", arguments.played_out_percent,
                  "games that go on to the end, however clear they are")
      ->check(CLI::Range(0, 100));
  CLI::Option* nodes =
      command
          .add_option("--sample-nodes", arguments.sample_nodes, "score but a sample of the positions, by so many nodes")
          ->check(CLI::Range(std::uint64_t{1}, kMostNodes));
  command
      .add_option("--sample-percent", arguments.sample_percent,
                  "of the positions with all pieces, and of others the fewer the fewer pieces they have")
      ->check(CLI::Range(1, 100))
      ->needs(nodes);
  command.add_option("--variant", arguments.variant, "rules of the game")->check(CLI::IsMember(variant_words({false})));
  declare_network(command, arguments.network);
  command.add_option("--out", arguments.out, "file to write, or to go on with")->required()->type_name("FILE");
  command.add_option("--seconds", arguments.seconds, "end after so many, whatever is done")->check(CLI::PositiveNumber);
}

}  // namespace rocada::app
