// Bench: fixed positions searched to a fixed depth. Their node count is the search's signature: the same on every
// machine and with every compiler, and another as soon as a change touches what the search does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/engine_api.h"
#include "game/game_record.h"
#include "search/limits.h"
#include "search/report.h"
#include "util/clock.h"

namespace rocada::engine {

inline constexpr int kBenchDepth = 10;
inline constexpr int kDeepestBench = 30;

struct BenchResult {
  std::uint64_t nodes = 0;
  util::Milliseconds time{0};
};

// What is to be searched, one position after the other, and what came of it. Each is searched as in a new game; the
// signature is that of an engine with default options.
class Bench {
 public:
  explicit Bench(int depth) { limits_.depth = depth; }

  bool has_next() const;
  game::GameRecord next();
  const search::Limits& limits() const { return limits_; }
  void add(const search::Finished& finished);
  const BenchResult& result() const { return result_; }

 private:
  search::Limits limits_;
  std::size_t given_ = 0;
  BenchResult result_;
};

// Blocks until a whole bench is done.
BenchResult run_bench(EngineApi& engine, int depth);

// "N nodes M nps"
std::string to_text(const BenchResult& result);

}  // namespace rocada::engine
