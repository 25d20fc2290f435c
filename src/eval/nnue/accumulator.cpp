#include "eval/nnue/accumulator.h"

#include <algorithm>

namespace rocada::eval::nnue {

using chess::Color;
using chess::Position;

namespace {

// Integers all the way, so that every kernel and every machine agrees.
Score to_score(std::int32_t output) {
  const std::int64_t score = std::int64_t{output} * kScale / kOne;
  return static_cast<Score>(std::clamp<std::int64_t>(score, -kHighestEvaluation, kHighestEvaluation));
}

}  // namespace

Accumulators::Accumulators(const Network& network, const simd::Kernels& kernels) : kernels_(&kernels) { use(network); }

void Accumulators::use(const Network& network) {
  network_ = &network;
  heeds_standings_ = network.heeds_standings();
  for (const Color side : chess::kColors) {
    for (Remembered& known : remembered_[side]) known.scene.reset();
  }
}

void Accumulators::reset(const Position& position) {
  top_ = 0;
  Ply& root = plies_->front();
  root.scene.position = position;
  root.scene.standings = standings_of(position);
  root.views = views_of(position);
  for (const Color side : chess::kColors) refresh(root, side);
  root.computed = true;
}

Score Accumulators::evaluate(const Position& position) {
  const Color us = position.side_to_move();
  const chess::PerColor<Row>& both = values();
  const auto bucket = static_cast<std::size_t>(output_bucket(position.occupied().count()));
  return to_score(kernels_->output(both[us].data(), both[~us].data(), network_->layers[bucket]));
}

const chess::PerColor<Row>& Accumulators::values() {
  std::size_t ply = top_;
  while (!(*plies_)[ply].computed) --ply;
  for (; ply < top_; ++ply) compute((*plies_)[ply], (*plies_)[ply + 1]);
  return (*plies_)[top_].values;
}

void Accumulators::compute(const Ply& before, Ply& ply) {
  ply.scene.standings = standings_of(ply.scene.position);
  ply.views = views_of(ply.scene.position);
  const SceneChange change(before.scene, ply.scene, ply.views);
  for (const Color side : chess::kColors) {
    if (ply.views[side] == before.views[side]) {
      apply(change, side, before.values[side], ply.values[side]);
    } else {
      refresh(ply, side);
    }
  }
  ply.computed = true;
}

void Accumulators::refresh(Ply& ply, Color side) {
  Remembered& known = remembered(ply.views[side]);
  if (known.scene) {
    apply(SceneChange(*known.scene, ply.scene, ply.views), side, known.values, known.values);
  } else {
    apply(SceneChange(ply.scene, ply.views), side, network_->feature_biases, known.values);
  }
  known.scene = ply.scene;
  ply.values[side] = known.values;
}

void Accumulators::apply(const SceneChange& change, Color side, const Row& from, Row& to) const {
  kernels_->update(to.data(), from.data(), network_->input_weights(), static_cast<int>(index_of(side)), change.added(),
                   change.removed());
}

}  // namespace rocada::eval::nnue
