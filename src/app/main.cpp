// The command line: what to run, and with which arguments.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <initializer_list>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "app/arguments.h"
#include "app/commands.h"
#include "app/perft_runner.h"
#include "data/block_loop.h"
#include "data/datagen.h"
#include "data/packed_position.h"
#include "engine/bench.h"
#include "eval/nnue/simd/choice.h"
#include "eval/score.h"
#include "search/handicap.h"
#include "search/instruction_level.h"

using rocada::app::AnalyseArguments;
using rocada::app::BookGrowArguments;
using rocada::app::BookMakeArguments;
using rocada::app::BookShowArguments;
using rocada::app::DataExpandArguments;
using rocada::app::DatagenArguments;
using rocada::app::DataScoresArguments;
using rocada::app::DataStatsArguments;
using rocada::app::DataVerifyArguments;
using rocada::app::EvalArguments;
using rocada::app::NetCheckArguments;
using rocada::app::NetJudgeArguments;
using rocada::app::PerftArguments;
using rocada::app::PlayArguments;
using rocada::app::SuiteArguments;

namespace {

// The level is chosen where it is used, as are the kernels; a wrong choice by hand is refused here.
bool level_can_be_had() {
  namespace search = rocada::search;
  const char* wanted = std::getenv(search::kInstructionLevelVariable);
  if (wanted == nullptr || search::instruction_level_named(wanted) != nullptr) return true;
  fmt::print(stderr, "rocada: {}={} is not a level of this build that this processor has\n",
             search::kInstructionLevelVariable, wanted);
  return false;
}

bool kernels_can_be_had() {
  namespace simd = rocada::eval::nnue::simd;
  const char* wanted = std::getenv(simd::kKernelVariable);
  if (wanted == nullptr || simd::kernels_named(wanted) != nullptr) return true;
  fmt::print(stderr, "rocada: {}={} names no kernels that this processor can run\n", simd::kKernelVariable, wanted);
  return false;
}

void declare_variant(CLI::App& command, std::string& variant) {
  command.add_option("--variant", variant, "rules of the game")
      ->check(CLI::IsMember({"normal", "fischerandom", "3check"}));
}

void declare_move_time(CLI::App& command, std::optional<int>& milliseconds, const std::string& description) {
  command.add_option("--movetime", milliseconds, description)->check(CLI::Range(1, 3'600'000));
}

void declare_perft(CLI::App& command, PerftArguments& arguments) {
  using namespace rocada::app;
  command.add_option("depth", arguments.depth, "how many plies deep")
      ->check(CLI::Range(1, rocada::chess::kMaxPerftDepth));
  command.add_option("--fen", arguments.fen, "position to count from")->type_name("FEN");
  declare_variant(command, arguments.variant);
  command.add_flag("--divide", arguments.divide, "show the count of each first move");
  command.add_option("--threads", arguments.threads, "threads to use")->check(CLI::Range(1, kMaxPerftThreads));
  command.add_option("--hash", arguments.hash_mib, "size of a hash table in MiB, 0 for none")
      ->check(CLI::Range(0, kMaxPerftHashMib));
  command.add_option("--suite", arguments.suite, "check the counts in this file of lines `FEN ;D1 n ;D2 n ...`")
      ->type_name("FILE");
  command.add_option("--max-nodes", arguments.max_nodes, "leave out counts of a suite above this");
}

void declare_play(CLI::App& command, PlayArguments& arguments) {
  using namespace rocada::app;
  declare_variant(command, arguments.variant);
  command.add_option("--position", arguments.position, "number of the Chess960 start position")
      ->check(CLI::Range(0, 959));
  command.add_option("--fen", arguments.fen, "position to begin from")->type_name("FEN");
  command.add_option("--side", arguments.side, "what you play")
      ->check(CLI::IsMember({"white", "black", "both", "none"}));
  command
      .add_option("--elo", arguments.elo,
                  fmt::format("how strong Rocada plays; {} is full strength", rocada::search::kFullStrength))
      ->check(CLI::Range(rocada::search::kLowestElo, rocada::search::kFullStrength));
  declare_move_time(command, arguments.move_time_ms, "milliseconds for a move at full strength");
  command.add_option("--pgn", arguments.pgn, "file to save games in")->type_name("FILE");
  command.add_flag("--ascii", arguments.ascii, "pieces as letters");
  command.add_flag("--no-color", arguments.no_color, "no colours");
}

void declare_suite(CLI::App& command, SuiteArguments& arguments) {
  using namespace rocada::app;
  command.add_option("file", arguments.file, "positions in EPD with bm, am, dm or points")
      ->required()
      ->type_name("FILE");
  declare_move_time(command, arguments.move_time_ms,
                    fmt::format("milliseconds for a position, {} where no limit is given", kDefaultSuiteMoveTimeMs));
  command.add_option("--nodes", arguments.nodes, "nodes for a position")->check(CLI::PositiveNumber);
  command.add_option("--depth", arguments.depth, "how deep to search")->check(CLI::PositiveNumber);
  command.add_option("--threads", arguments.threads, "threads of the search");
  command.add_option("--hash", arguments.hash_mib, "size of the transposition table in MiB");
  declare_variant(command, arguments.variant);
  command.add_flag("--json", arguments.json, "one JSON object instead of a table");
}

void declare_eval(CLI::App& command, EvalArguments& arguments) {
  command.add_option("fen", arguments.fen, "position to evaluate, the start position without one")->type_name("FEN");
  declare_variant(command, arguments.variant);
}

void declare_analyse(CLI::App& command, AnalyseArguments& arguments) {
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
  command.add_option("--network", arguments.network, "what evaluates, instead of the network inside the program")
      ->type_name("FILE");
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

void declare_net_check(CLI::App& command, NetCheckArguments& arguments) {
  command.add_option("network", arguments.network, "the network as it plays")->required()->type_name("NET.nnue");
  command.add_option("companion", arguments.float_network, "the same in real numbers")
      ->required()
      ->type_name("NET.float");
  command.add_option("--positions", arguments.positions, "how many positions of random games")
      ->check(CLI::Range(1, 100'000'000));
}

void declare_net_judge(CLI::App& command, NetJudgeArguments& arguments) {
  command.add_option("file", arguments.file, "lines FEN, tab, 'cp N' of the side to move, tab, White's result")
      ->required()
      ->type_name("FILE.tsv");
  command.add_option("--network", arguments.network, "what evaluates, instead of the network inside the program")
      ->type_name("FILE");
  declare_variant(command, arguments.variant);
  command.add_option("--against", arguments.against, "what is foretold: the labels of the search, or the results")
      ->check(CLI::IsMember({"search", "results"}));
}

void declare_threads(CLI::App& command, int& threads) {
  command.add_option("--threads", threads, "threads to use")->check(CLI::Range(1, rocada::data::kMostThreads));
}

// Of the books that are written.
template <typename Arguments>
void declare_book(CLI::App& command, Arguments& arguments) {
  constexpr std::size_t kDeepest = 1000;
  command.add_option("-o,--out", arguments.out, "book to write")->required()->type_name("BOOK.bin");
  command.add_option("--min-games", arguments.min_games, "games a move needs to come into the book")
      ->check(CLI::Range(std::uint32_t{1}, rocada::data::kMostGames));
  command.add_option("--depth", arguments.depth, "plies of a game that count")
      ->check(CLI::Range(std::size_t{1}, kDeepest));
}

void declare_book_grow(CLI::App& command, BookGrowArguments& arguments) {
  using namespace rocada::data;
  command.add_option("--games", arguments.games, "games to play")
      ->required()
      ->check(CLI::Range(std::uint32_t{1}, kMostGames));
  command.add_option("--nodes", arguments.nodes, "for a move: no further depth is begun after so many")
      ->required()
      ->check(CLI::Range(std::uint64_t{1}, kMostNodes));
  declare_book(command, arguments);
  declare_threads(command, arguments.threads);
  command.add_option("--seed", arguments.seed, "what the choices are made of");
  command.add_option("--network", arguments.network, "what evaluates, instead of the network inside the program")
      ->type_name("FILE");
}

void declare_book_show(CLI::App& command, BookShowArguments& arguments) {
  command.add_option("fen", arguments.fen, "position to look up, the start position without one")->type_name("FEN");
  command.add_option("--book", arguments.book, "book to look in, the one inside Rocada without one")
      ->type_name("BOOK.bin");
}

void declare_datagen(CLI::App& command, DatagenArguments& arguments) {
  using namespace rocada::data;
  command.add_option("--nodes", arguments.nodes, "for a move: no further depth is begun after so many")
      ->required()
      ->check(CLI::Range(std::uint64_t{1}, kMostNodes));
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
  command.add_option("--variant", arguments.variant, "rules of the game")->check(CLI::IsMember({"normal", "3check"}));
  command.add_option("--network", arguments.network, "what evaluates, instead of the network inside the program")
      ->type_name("FILE");
  command.add_option("--out", arguments.out, "file to write, or to go on with")->required()->type_name("FILE");
  command.add_option("--seconds", arguments.seconds, "end after so many, whatever is done")->check(CLI::PositiveNumber);
}

void declare_game_files(CLI::App& command, std::vector<std::string>& files) {
  command.add_option("files", files, "files that datagen wrote")->required()->type_name("FILE");
}

void declare_filter(CLI::App& command, rocada::data::Filter& filter) {
  command.add_option("--min-ply", filter.min_ply, "drop positions before this ply")->check(CLI::NonNegativeNumber);
  command.add_option("--max-score", filter.max_score, "drop positions with higher scores, of either side")
      ->check(CLI::Range(0, rocada::data::kHighestOrdinaryScore));
  command.add_option("--min-pieces", filter.min_pieces, "drop positions with fewer pieces, kings included")
      ->check(CLI::Range(2, rocada::data::kMostPieces));
}

void declare_data_verify(CLI::App& command, DataVerifyArguments& arguments) {
  declare_game_files(command, arguments.files);
  declare_threads(command, arguments.threads);
}

void declare_data_stats(CLI::App& command, DataStatsArguments& arguments) {
  declare_game_files(command, arguments.files);
  declare_threads(command, arguments.threads);
  declare_filter(command, arguments.filter);
}

void declare_data_expand(CLI::App& command, DataExpandArguments& arguments) {
  declare_game_files(command, arguments.files);
  command.add_option("--out", arguments.out, "file for the records, written anew")->required()->type_name("RECORDS");
  command.add_option("--validation-percent", arguments.validation_percent, "games held out for validation")
      ->check(CLI::Range(0.0, 100.0));
  declare_threads(command, arguments.threads);
  declare_filter(command, arguments.filter);
}

void declare_data_scores(CLI::App& command, DataScoresArguments& arguments) {
  command
      .add_option("files", arguments.files, "files that datagen wrote, or PGN with the scores of Rocada in comments")
      ->required()
      ->type_name("FILE");
}

int run(int argc, char** argv) {
  if (!level_can_be_had() || !kernels_can_be_had()) return 2;

  CLI::App line("Rocada, a chess engine for XBoard", "rocada");
  line.set_version_flag("--version",
                        fmt::format("Rocada {} ({})", ROCADA_VERSION, rocada::search::chosen_instruction_level().name));
  line.require_subcommand(0, 1);

  PerftArguments perft;
  CLI::App* perft_command = line.add_subcommand("perft", "count move sequences: the test of the move generator");
  declare_perft(*perft_command, perft);

  int bench_depth = rocada::engine::kBenchDepth;
  CLI::App* bench_command =
      line.add_subcommand("bench", "search fixed positions: speed, and a signature of the search");
  bench_command->add_option("--depth", bench_depth, "how deep")->check(CLI::Range(1, rocada::engine::kDeepestBench));

  PlayArguments play;
  CLI::App* play_command = line.add_subcommand("play", "play a game in the terminal");
  declare_play(*play_command, play);

  SuiteArguments suite;
  CLI::App* suite_command = line.add_subcommand("suite", "solve a test suite: which best moves are found");
  declare_suite(*suite_command, suite);

  EvalArguments eval;
  CLI::App* eval_command = line.add_subcommand("eval", "show the static evaluation, piece by piece");
  declare_eval(*eval_command, eval);

  AnalyseArguments analyse;
  CLI::App* analyse_command = line.add_subcommand("analyse", "annotate games: mistakes, better lines, accuracy");
  declare_analyse(*analyse_command, analyse);

  CLI::App* net_command = line.add_subcommand("net", "look at networks");
  net_command->require_subcommand(1);
  std::optional<std::string> net_info_file;
  CLI::App* net_info_command = net_command->add_subcommand("info", "what a network says of itself");
  net_info_command->add_option("network", net_info_file, "network file, the one inside Rocada without one")
      ->type_name("NET.nnue");
  NetCheckArguments net_check;
  CLI::App* net_check_command =
      net_command->add_subcommand("check", "compare a network with its companion in real numbers");
  declare_net_check(*net_check_command, net_check);
  NetJudgeArguments net_judge;
  CLI::App* net_judge_command =
      net_command->add_subcommand("judge", "how much of the labels in a file the static evaluation explains");
  declare_net_judge(*net_judge_command, net_judge);

  CLI::App* book_command = line.add_subcommand("book", "make opening books and look into them");
  book_command->require_subcommand(1);
  BookMakeArguments book_make;
  CLI::App* book_make_command = book_command->add_subcommand("make", "make a book of games");
  book_make_command->add_option("games", book_make.files, "games to read")->required()->type_name("GAMES.pgn");
  declare_book(*book_make_command, book_make);
  BookGrowArguments book_grow;
  CLI::App* book_grow_command = book_command->add_subcommand("grow", "make a book of games that Rocada plays for it");
  declare_book_grow(*book_grow_command, book_grow);
  BookShowArguments book_show;
  CLI::App* book_show_command = book_command->add_subcommand("show", "show a book's moves for a position");
  declare_book_show(*book_show_command, book_show);

  DatagenArguments datagen;
  CLI::App* datagen_command = line.add_subcommand("datagen", "play games against itself and keep them to learn from");
  declare_datagen(*datagen_command, datagen);

  CLI::App* data_command = line.add_subcommand("data", "read the files that datagen wrote");
  data_command->require_subcommand(1);
  DataVerifyArguments verify;
  CLI::App* verify_command = data_command->add_subcommand("verify", "replay every game and say what is wrong");
  declare_data_verify(*verify_command, verify);
  DataStatsArguments stats;
  CLI::App* stats_command = data_command->add_subcommand("stats", "count games, results, lengths, scores, duplicates");
  declare_data_stats(*stats_command, stats);
  DataExpandArguments expand;
  CLI::App* expand_command = data_command->add_subcommand("expand", "write records for the trainer");
  declare_data_expand(*expand_command, expand);
  DataScoresArguments scores;
  CLI::App* scores_command = data_command->add_subcommand("scores", "list scores beside results, for learn/fit-wdl");
  declare_data_scores(*scores_command, scores);

  try {
    line.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    return line.exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "rocada: {}\n", error.what());
    return 2;
  }
  if (*perft_command) return rocada::app::perft_command(perft);
  if (*bench_command) return rocada::app::bench_command(bench_depth);
  if (*play_command) return rocada::app::play_command(play);
  if (*suite_command) return rocada::app::suite_command(suite);
  if (*eval_command) return rocada::app::eval_command(eval);
  if (*analyse_command) return rocada::app::analyse_command(analyse);
  if (*net_info_command) return rocada::app::net_info_command(net_info_file);
  if (*net_check_command) return rocada::app::net_check_command(net_check);
  if (*net_judge_command) return rocada::app::net_judge_command(net_judge);
  if (*book_make_command) return rocada::app::book_make_command(book_make);
  if (*book_grow_command) return rocada::app::book_grow_command(book_grow);
  if (*book_show_command) return rocada::app::book_show_command(book_show);
  if (*datagen_command) return rocada::app::datagen_command(datagen);
  if (*verify_command) return rocada::app::data_verify_command(verify);
  if (*stats_command) return rocada::app::data_stats_command(stats);
  if (*expand_command) return rocada::app::data_expand_command(expand);
  if (*scores_command) return rocada::app::data_scores_command(scores);
  return rocada::app::talk_command();
}

// A descriptor that whoever started us has closed would become that of the first file we open, and what is printed
// would end up in there. Opened the wrong way round, it stays of no use but is taken.
void occupy_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) >= 0) continue;
    open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);  // takes the lowest that is free
  }
}

// On standard error, which may be closed or full itself. Needs no memory: there may be none.
int fail(const char* message) {
  std::fprintf(stderr, "rocada: %s\n", message);
  return 2;
}

// What a thread of the search or of a command throws and nobody catches.
[[noreturn]] void end_for_want_of_memory() {
  try {
    if (const auto exception = std::current_exception()) std::rethrow_exception(exception);
  } catch (const std::bad_alloc&) {
    std::_Exit(fail("not enough memory"));
  } catch (...) {
    // An error in the program.
  }
  std::abort();
}

}  // namespace

int main(int argc, char** argv) {
  occupy_standard_descriptors();
  std::set_terminate(end_for_want_of_memory);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows beyond the user's limit is an error to tell, not to die of
  try {
    const int status = run(argc, argv);
    // What was printed may have been kept back until now, and a full disk refuse it.
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
    return fail(fmt::format("cannot write to standard output: {}", std::generic_category().message(errno)).c_str());
  } catch (const std::bad_alloc&) {
    return fail("not enough memory");
  } catch (const std::system_error& error) {
    return fail(error.what());
  }
}
