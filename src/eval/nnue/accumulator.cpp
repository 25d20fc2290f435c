#include "eval/nnue/accumulator.h"

#include <algorithm>

#include "util/static_vector.h"

namespace rocada::eval::nnue {

using chess::Color;
using chess::Piece;
using chess::Position;
using chess::Square;

namespace {

// Integers all the way, so that every kernel and every machine agrees.
Score to_score(std::int32_t output) {
  const std::int64_t score = std::int64_t{output} * kScale / kOne;
  return static_cast<Score>(std::clamp<std::int64_t>(score, -kHighestEvaluation, kHighestEvaluation));
}

// The rows of weights that a view has for what is seen.
class SeenRows {
 public:
  SeenRows(const Network& network, View view) : network_(network), view_(view) {}

  void add_piece(Piece piece, Square square) {
    if (!piece.is_none()) wide_.push_back(network_.feature_weights[input_of(view_, piece, square)].data());
  }
  void add_standing(Piece piece, Square square, Standing standing) {
    if (standing == Standing::Safe) return;
    small_.push_back(network_.standing_weights[standing_input_of(view_, piece, square, standing)].data());
  }
  void add_state(std::size_t state) { wide_.push_back(network_.state_weights[state].data()); }

  simd::Rows rows() const {
    return {wide_.begin(), static_cast<int>(wide_.size()), small_.begin(), static_cast<int>(small_.size())};
  }

 private:
  const Network& network_;
  View view_;
  util::StaticVector<simd::Numbers, 64 + 1> wide_;
  util::StaticVector<simd::SmallNumbers, 64> small_;
};

}  // namespace

Accumulators::Accumulators(const Network& network, const simd::Kernels& kernels) : kernels_(&kernels) { use(network); }

void Accumulators::use(const Network& network) {
  network_ = &network;
  for (const Color side : chess::kColors) {
    for (Remembered& empty : remembered_[side]) {
      empty = {network.feature_biases, {}};
      SeenRows first_state(network, {});
      first_state.add_state(empty.scene.state(side));
      kernels_->update(empty.values.data(), empty.values.data(), first_state.rows(), {});
    }
  }
}

void Accumulators::reset(const Position& position) {
  top_ = 0;
  Ply& root = plies_->front();
  root.scene = Scene(position);
  for (const Color side : chess::kColors) {
    root.views[side] = view_of(side, position.king(side));
    refresh(root, side);
  }
  root.computed = true;
}

Score Accumulators::evaluate(const Position& position) {
  const Color us = position.side_to_move();
  const chess::PerColor<Row>& both = values(position);
  const auto bucket = static_cast<std::size_t>(output_bucket(position.occupied().count()));
  return to_score(kernels_->output(both[us].data(), both[~us].data(), network_->layers[bucket]));
}

const chess::PerColor<Row>& Accumulators::values(const Position& position) {
  Ply& top = (*plies_)[top_];
  if (!top.computed) compute(top, position);
  return top.values;
}

void Accumulators::compute(Ply& top, const Position& position) {
  const Ply* base = &top;
  while (!base->computed) --base;
  top.scene = Scene(position);
  for (const Color side : chess::kColors) {
    top.views[side] = view_of(side, position.king(side));
    if (top.views[side] == base->views[side]) {
      update(top.views[side], base->scene, base->values[side], top.scene, top.values[side]);
    } else {
      refresh(top, side);
    }
  }
  top.computed = true;
}

void Accumulators::refresh(Ply& ply, Color side) {
  Remembered& known = remembered(ply.views[side]);
  update(ply.views[side], known.scene, known.values, ply.scene, known.values);
  known.scene = ply.scene;
  ply.values[side] = known.values;
}

void Accumulators::update(View view, const Scene& before, const Row& from, const Scene& now, Row& to) const {
  SeenRows added(*network_, view);
  SeenRows removed(*network_, view);
  for (const Square square : differences(before, now)) {
    const Piece old_piece = before.piece_on(square);
    const Piece new_piece = now.piece_on(square);
    if (old_piece != new_piece) {
      removed.add_piece(old_piece, square);
      added.add_piece(new_piece, square);
    }
    removed.add_standing(old_piece, square, before.standing_on(square));
    added.add_standing(new_piece, square, now.standing_on(square));
  }
  if (before.state(view.side) != now.state(view.side)) {
    removed.add_state(before.state(view.side));
    added.add_state(now.state(view.side));
  }
  kernels_->update(to.data(), from.data(), added.rows(), removed.rows());
}

}  // namespace rocada::eval::nnue
