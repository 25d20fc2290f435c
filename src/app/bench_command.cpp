#include <fmt/format.h>

#include "app/commands.h"
#include "engine/bench.h"
#include "engine/engine.h"

namespace rocada::app {

int bench_command(int depth) {
  const util::SteadyClock clock;
  engine::Engine engine(clock);
  fmt::print("{}\n", engine::to_text(engine::run_bench(engine, depth)));
  return 0;
}

}  // namespace rocada::app
