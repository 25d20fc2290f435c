// Speed of the network for each kind of kernels: a whole refresh, one through the cache, an update, an evaluation.
#include <benchmark/benchmark.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "eval/nnue/accumulator.h"
#include "support/random_network.h"

namespace {

using namespace rocada;
using eval::nnue::Accumulators;
using eval::nnue::Network;
using eval::nnue::simd::InputPair;
using eval::nnue::simd::Kernels;

constexpr const char* kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const Network& network() {
  static const std::unique_ptr<const Network> random = test::random_network();
  return *random;
}

// Whose evaluations see a state of the game besides.
const Network& three_check_network() {
  static const std::unique_ptr<const Network> random = test::random_network(1, chess::Variant::ThreeCheck);
  return *random;
}

// The kernel alone: one quiet move as one side sees it, and three pieces that stand in another way after it.
void update(benchmark::State& state, const Kernels* kernels) {
  alignas(64) eval::nnue::Row values[2] = {network().feature_biases, {}};
  InputPair turn = 0;
  for (auto _ : state) {
    turn = (turn + 1) % 700;
    const InputPair features[] = {turn, turn + 64};
    const InputPair standings[] = {turn, turn + 300, turn + 600, turn + 900, turn + 1200, turn + 1500};
    kernels->update(values[(turn + 1) % 2].data(), values[turn % 2].data(), network().input_weights(), 0,
                    {features, 1, standings, 3}, {features + 1, 1, standings + 3, 3});
    benchmark::ClobberMemory();
  }
}

// The kernel alone: the output from both sides' values.
void output(benchmark::State& state, const Kernels* kernels) {
  Accumulators accumulators(network(), *kernels);
  const chess::Position position = chess::start_position();
  accumulators.reset(position);
  const auto& own = accumulators.values()[chess::Color::White];
  const auto& other = accumulators.values()[chess::Color::Black];
  for (auto _ : state) {
    benchmark::DoNotOptimize(kernels->output(own.data(), other.data(), network().layers[7]));
  }
}

// All pieces, for both sides, none of which stands in any way.
void refresh_whole(benchmark::State& state, const Kernels* kernels) {
  const chess::Position position = chess::parse_fen(kKiwipete).value();
  std::vector<InputPair> pieces;
  for (const chess::Square square : position.occupied()) {
    pieces.push_back(static_cast<InputPair>(eval::nnue::input_of({}, position.piece_on(square), square)));
  }
  alignas(64) eval::nnue::Row values;
  for (auto _ : state) {
    for (int side = 0; side < 2; ++side) {
      values = network().feature_biases;
      kernels->update(values.data(), values.data(), network().input_weights(), 0,
                      {pieces.data(), static_cast<int>(pieces.size()), nullptr, 0}, {});
      benchmark::DoNotOptimize(values);
    }
  }
}

// Two positions of one game in turn, for both sides: what a king's crossing costs, twice.
void refresh_by_cache(benchmark::State& state, const Kernels* kernels) {
  const chess::Position positions[] = {
      chess::parse_fen(kKiwipete).value(),
      chess::parse_fen("r3k2r/p1ppqpb1/1n2pnp1/3PN3/1p2P3/2N4Q/PPPBbPPP/R3K2R w KQkq - 0 3").value()};
  Accumulators accumulators(network(), *kernels);
  std::size_t turn = 0;
  for (auto _ : state) accumulators.reset(positions[turn++ % 2]);
}

// What the search does at a leaf: push, evaluate (both sides updated), pop; for every move of a position.
void push_evaluate_pop(benchmark::State& state, const Kernels* kernels, const Network& evaluating) {
  const chess::Position position = chess::parse_fen(kKiwipete, evaluating.card.variant).value();
  std::vector<chess::Position> children;
  for (const chess::Move move : chess::legal_moves(position)) {
    children.push_back(position);
    children.back().make(move);
  }
  Accumulators accumulators(evaluating, *kernels);
  accumulators.reset(position);
  for (auto _ : state) {
    for (const chess::Position& child : children) {
      accumulators.push(child);
      benchmark::DoNotOptimize(accumulators.evaluate(child));
      accumulators.pop();
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(children.size()));
}

void in_normal_chess(benchmark::State& state, const Kernels* kernels) { push_evaluate_pop(state, kernels, network()); }
void in_three_check(benchmark::State& state, const Kernels* kernels) {
  push_evaluate_pop(state, kernels, three_check_network());
}

// Only what the processor can run is measured, so the list is made at run time.
[[maybe_unused]] const bool kRegistered = [] {
  for (const Kernels* kernels : eval::nnue::simd::usable_kernels()) {
    const auto add = [&](const char* what, void (*function)(benchmark::State&, const Kernels*)) {
      benchmark::RegisterBenchmark((std::string(what) + "/" + kernels->name).c_str(), function, kernels);
    };
    add("network_update", update);
    add("network_output", output);
    add("network_refresh_whole", refresh_whole);
    add("network_refresh_by_cache", refresh_by_cache);
    add("network_push_evaluate_pop", in_normal_chess);
    add("network_push_evaluate_pop_3check", in_three_check);
  }
  return true;
}();

}  // namespace
