// What the command line says, as plain values: main.cpp parses it, each command gets its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/play_arguments.h"
#include "data/filter.h"
#include "data/self_play_limits.h"

namespace rocada::app {

struct PerftArguments {
  std::optional<int> depth;
  std::optional<std::string> fen;  // the start position without one
  std::string variant = "normal";  // or fischerandom, 3check
  bool divide = false;
  int threads = 1;
  int hash_mib = 0;
  std::optional<std::string> suite;
  std::optional<std::uint64_t> max_nodes;
};

inline constexpr int kDefaultSuiteMoveTimeMs = 1000;

struct SuiteArguments {
  std::string file;
  std::optional<int> move_time_ms;  // at most one of these three; kDefaultSuiteMoveTimeMs without any
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
  std::optional<int> threads;   // the engine's default without them
  std::optional<int> hash_mib;  // likewise
  std::string variant = "normal";
  bool json = false;
};

struct EvalArguments {
  std::vector<std::string> fen;  // in words or all in one; the start position where it is empty
  std::string variant = "normal";
};

inline constexpr std::uint64_t kDefaultAnalysisNodes = 100'000;

struct AnalyseArguments {
  std::string file;
  std::optional<std::string> out;   // with no output named, FILE.analysed.pgn beside the games
  std::optional<std::string> html;  // none of these three without their names
  std::optional<std::string> csv;
  std::optional<std::string> json;
  std::optional<int> move_time_ms;  // at most one of these three; kDefaultAnalysisNodes without any
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
  std::string network;         // a file; empty: the embedded one
  std::string syzygy_path;     // empty: no tables
  std::string book;            // a file; empty: the embedded one
  std::optional<int> threads;  // as many as the machine has without them
  int multi_pv = 1;
  int hash_mib = 32;  // for each thread
  bool overwrite = false;
};

struct NetCheckArguments {
  std::string network;
  std::string float_network;
  int positions = 10'000;
};

struct NetJudgeArguments {
  std::string file;
  std::string network;  // a file; empty: the embedded one
  std::string variant = "normal";
  std::string against = "search";
  bool by_pieces = false;
};

struct BookMakeArguments {
  std::vector<std::string> files;  // PGN
  std::string out;
  std::uint32_t min_games = 3;
  std::size_t depth = 30;  // plies
};

struct BookGrowArguments {
  std::uint32_t games = 0;
  std::uint64_t nodes = 0;
  std::uint64_t seed = 1;
  int threads = 1;
  std::string network;  // a file; empty: the embedded one
  std::string out;
  std::uint32_t min_games = 3;
  std::size_t depth = 20;  // plies
};

struct BookShowArguments {
  std::vector<std::string> fen;  // in words or all in one; the start position where it is empty
  std::string book;              // a file; empty: the embedded one
};

struct DatagenArguments {
  std::uint64_t nodes = 0;
  std::uint32_t games = 0;
  int threads = 1;
  std::uint64_t seed = 0;
  int chess960_percent = 15;
  int played_out_percent = data::kUsualPlayedOutPercent;
  std::uint64_t sample_nodes = 0;
  int sample_percent = 50;
  std::string variant = "normal";
  std::string network;  // a file; empty: the embedded one
  std::string out;
  std::optional<double> seconds;  // no limit without them
};

struct DataVerifyArguments {
  std::vector<std::string> files;
  int threads = 1;
};

struct DataStatsArguments {
  std::vector<std::string> files;
  int threads = 1;
  data::Filter filter;
};

struct DataExpandArguments {
  std::vector<std::string> files;
  int threads = 1;
  data::Filter filter;
  double validation_percent = 1.5;
  std::string out;
};

struct DataScoresArguments {
  std::vector<std::string> files;
};

struct ClusterTalkArguments {
  bool traffic = false;  // tell at the end what has passed between the ranks
};

}  // namespace rocada::app
