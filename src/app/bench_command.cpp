#include <fmt/format.h>

#include "app/commands.h"
#include "chess/variant.h"
#include "engine/bench.h"
#include "engine/engine.h"
#include "eval/nnue/embedded_network.h"
#include "eval/nnue/simd/choice.h"

namespace rocada::app {

int bench_command(int depth) {
  const util::SteadyClock clock;
  engine::Engine engine(clock);
  fmt::print("Network {}, {} kernels\n", eval::nnue::embedded_network(chess::Variant::Standard)->card.name,
             eval::nnue::simd::chosen_kernels().name);
  fmt::print("{}\n", engine::to_text(engine::run_bench(engine, depth)));
  return 0;
}

}  // namespace rocada::app
