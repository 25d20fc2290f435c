// The command line of `rocada`: what to run, and with which arguments.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/arguments.h"
#include "app/command_line.h"
#include "app/commands.h"
#include "app/perft_runner.h"
#include "data/datagen.h"
#include "data/packed_position.h"
#include "engine/bench.h"
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
using rocada::app::declare_analyse;
using rocada::app::declare_datagen;
using rocada::app::declare_move_time;
using rocada::app::declare_network;
using rocada::app::declare_nodes_of_a_move;
using rocada::app::declare_threads;
using rocada::app::declare_variant;
using rocada::app::EvalArguments;
using rocada::app::NetCheckArguments;
using rocada::app::NetJudgeArguments;
using rocada::app::PerftArguments;
using rocada::app::PlayArguments;
using rocada::app::SuiteArguments;

namespace {

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
  declare_network(command, arguments.network);
  declare_variant(command, arguments.variant);
  command.add_option("--against", arguments.against, "what is foretold: the labels of the search, or the results")
      ->check(CLI::IsMember({"search", "results"}));
  command.add_flag("--by-pieces", arguments.by_pieces, "also by how many pieces are on the board");
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
  declare_nodes_of_a_move(command, arguments.nodes);
  declare_book(command, arguments);
  declare_threads(command, arguments.threads);
  command.add_option("--seed", arguments.seed, "what the choices are made of");
  declare_network(command, arguments.network);
}

void declare_book_show(CLI::App& command, BookShowArguments& arguments) {
  command.add_option("fen", arguments.fen, "position to look up, the start position without one")->type_name("FEN");
  command.add_option("--book", arguments.book, "book to look in, the one inside Rocada without one")
      ->type_name("BOOK.bin");
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
  CLI::App line("Rocada, a chess engine for XBoard", "rocada");
  line.set_version_flag("--version",
                        fmt::format("Rocada {} ({})", ROCADA_VERSION, rocada::search::chosen_instruction_level().name));
  line.require_subcommand(0, 1);
  line.allow_windows_style_options(false);  // what begins with a slash is a path

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
  net_info_command->add_option("network", net_info_file, "network file, those inside Rocada without one")
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
    rocada::app::parse_arguments(line, argc, argv);
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

}  // namespace

int main(int argc, char** argv) {
  return rocada::app::run_process("rocada", [&] { return run(argc, argv); });
}
