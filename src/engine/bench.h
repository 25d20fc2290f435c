// Bench: fixed positions searched to a fixed depth. Their node count is the search's signature: the same on every
// machine and with every compiler, and another as soon as a change touches what the search does.
#pragma once

#include <cstdint>
#include <string>

#include "engine/engine_api.h"
#include "util/clock.h"

namespace rocada::engine {

inline constexpr int kBenchDepth = 10;
inline constexpr int kDeepestBench = 30;

struct BenchResult {
  std::uint64_t nodes = 0;
  util::Milliseconds time{0};
};

// Blocks until done. The signature is that of an engine with default options; each position is searched as in a new
// game.
BenchResult run_bench(EngineApi& engine, int depth);

// "N nodes M nps"
std::string to_text(const BenchResult& result);

}  // namespace rocada::engine
