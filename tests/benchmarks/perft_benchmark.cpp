// Speed of the rules: perft with bulk counting, no hash, and its parts. `items_per_second` is positions a second.
#include <benchmark/benchmark.h>

#include "app/perft_runner.h"
#include "chess/fen.h"
#include "chess/legality.h"
#include "chess/movegen.h"
#include "chess/perft.h"
#include "chess/see.h"

namespace {

using namespace rocada;

constexpr const char* kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

void perft(benchmark::State& state, const char* fen, int depth, int threads) {
  const chess::Position position = chess::parse_fen(fen).value();
  std::int64_t nodes = 0;
  for (auto _ : state) {
    nodes += static_cast<std::int64_t>(app::run_perft(position, depth, threads, nullptr, nullptr).nodes);
  }
  state.SetItemsProcessed(nodes);
}
BENCHMARK_CAPTURE(perft, start_6, chess::kStartFen.data(), 6, 1)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(perft, kiwipete_5, kKiwipete, 5, 1)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(perft, start_6_two_threads, chess::kStartFen.data(), 6, 2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(perft, kiwipete_5_two_threads, kKiwipete, 5, 2)->Unit(benchmark::kMillisecond)->UseRealTime();

void generate(benchmark::State& state) {
  const chess::Position position = chess::parse_fen(kKiwipete).value();
  for (auto _ : state) benchmark::DoNotOptimize(chess::legal_moves(position));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(generate);

void copy_and_make(benchmark::State& state) {
  const chess::Position position = chess::parse_fen(kKiwipete).value();
  const chess::MoveList moves = chess::legal_moves(position);
  for (auto _ : state) {
    for (const chess::Move move : moves) {
      chess::Position child = position;
      child.make(move);
      benchmark::DoNotOptimize(child);
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(moves.size()));
}
BENCHMARK(copy_and_make);

void test_legality(benchmark::State& state) {
  const chess::Position position = chess::parse_fen(kKiwipete).value();
  const chess::MoveList moves = chess::legal_moves(position);
  for (auto _ : state) {
    for (const chess::Move move : moves) benchmark::DoNotOptimize(chess::is_legal(position, move));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(moves.size()));
}
BENCHMARK(test_legality);

void static_exchange(benchmark::State& state) {
  const chess::Position position = chess::parse_fen(kKiwipete).value();
  const chess::MoveList moves = chess::legal_moves(position);
  for (auto _ : state) {
    for (const chess::Move move : moves) benchmark::DoNotOptimize(chess::see_at_least(position, move, 0));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(moves.size()));
}
BENCHMARK(static_exchange);

}  // namespace
