#include <fmt/format.h>

#include "app/commands.h"
#include "engine/bench.h"
#include "engine/engine.h"
#include "eval/nnue/simd/choice.h"

namespace rocada::app {

int bench_command(int depth) {
  const util::SteadyClock clock;
  engine::Engine engine(clock);
  fmt::print("Networks {}, {} kernels\n", engine.networks().names(), eval::nnue::simd::chosen_kernels().name);
  fmt::print("{}\n", engine::to_text(engine::run_bench(engine, depth)));
  return 0;
}

}  // namespace rocada::app
