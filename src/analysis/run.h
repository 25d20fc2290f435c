// The analysis of a whole file: games in, annotated games and a report out, on several threads, and never from anew.
//
// Games are cut into parts of a few positions, each searched by one thread with tables of its own. A finished part goes
// to the journal beside the first output; the outputs are made from the journal when all is there. So the number of
// threads and interruptions change nothing in the result (unless searches are limited by time), the order of the games
// is the file's, and memory holds a game for each thread and a few bytes for each part.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "analysis/position_search.h"
#include "engine/engine.h"
#include "search/limits.h"
#include "util/clock.h"
#include "util/result.h"
#include "util/shared_work.h"

namespace rocada::analysis {

struct AnalysisSettings {
  std::filesystem::path input;
  std::optional<std::filesystem::path> pgn;  // one of the outputs at least
  std::optional<std::filesystem::path> html;
  std::optional<std::filesystem::path> csv;
  std::optional<std::filesystem::path> json;
  search::Limits limits;    // nodes, depth or move_time
  std::string network;      // a file; empty: the embedded one
  std::string syzygy_path;  // directories with tables; empty: none
  std::string book;         // whose moves are marked: a file; empty: the embedded one
  int multi_pv = 1;
  int threads = 1;
  int hash_mib = 32;  // for each thread
  bool overwrite = false;
};

struct AnalysisProgress {
  std::uint64_t games = 0;
  std::uint64_t positions = 0;         // of all games
  std::uint64_t positions_before = 0;  // done by earlier runs
  std::uint64_t positions_done = 0;    // by this one

  bool is_complete() const { return positions_before + positions_done >= positions; }
};

struct AnalysisHooks {
  ShouldStop should_stop;
  // Called once before the first position and then after each, one call at a time, from any thread.
  std::function<void(const AnalysisProgress&)> progress;
  // A game that cannot be read to its end.
  std::function<void(const std::string&)> problem;
  util::Helpers* helpers = nullptr;  // who searches parts beside this process; null: nobody
};

// "100000 nodes", "depth 12", "500 ms"
std::string limit_text(const search::Limits& limits);
// Beside the first of the outputs.
std::filesystem::path journal_path(const AnalysisSettings& settings);

// What helpers do: searches the parts that a run somewhere else hands out. One for each thread.
class PartSearcher {
 public:
  static util::Result<std::unique_ptr<PartSearcher>> create(const AnalysisSettings& settings);

  // A unit of that run's work, as its source has made it; nothing once `should_stop`.
  std::optional<std::string> search(std::string_view unit, const ShouldStop& should_stop);

 private:
  explicit PartSearcher(const AnalysisSettings& settings) : settings_(settings), engine_(clock_) {}

  AnalysisSettings settings_;
  util::SteadyClock clock_;
  engine::Engine engine_;
};

// What the searches use that is not in this program, so that machines can be compared: network and tables. The error
// says what is missing.
util::Result<std::string> means_of(const AnalysisSettings& settings);

// Runs until the outputs are written or `should_stop`; then the journal holds all parts that were finished.
util::Result<AnalysisProgress> analyse(const AnalysisSettings& settings, const AnalysisHooks& hooks);

}  // namespace rocada::analysis
