#include "eval/nnue/accumulator.h"

#include <algorithm>
#include <cassert>

#include "eval/nnue/game_states.h"
#include "util/static_vector.h"

namespace rocada::eval::nnue {

using chess::Bitboard;
using chess::Color;
using chess::MoveDelta;
using chess::Piece;
using chess::PieceOnSquare;
using chess::PieceType;
using chess::Position;
using chess::Square;

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
  sees_states_ = network.card.game().states > 0;
  for (const Color side : chess::kColors) {
    // Every board differs from the empty one by all its pieces.
    for (Remembered& board : remembered_[side]) board = {network.feature_biases, {}};
  }
}

void Accumulators::reset(const Position& position) {
  top_ = 0;
  for (const Color side : chess::kColors) {
    (*plies_)[0].views[side] = view_of(side, position.king(side));
    refresh(position, (*plies_)[0], side);
  }
}

void Accumulators::push(const MoveDelta& delta) {
  ++top_;
  assert(top_ < plies_->size());
  Ply& ply = (*plies_)[top_];
  ply.delta = delta;
  ply.computed = {};
  ply.views = (*plies_)[top_ - 1].views;
  for (const PieceOnSquare& item : delta.added) {
    const Color side = item.piece.color();
    if (item.piece.type() == PieceType::King) ply.views[side] = view_of(side, item.square);
  }
}

Score Accumulators::evaluate(const Position& position) {
  const Color us = position.side_to_move();
  const Row& own = values(position, us);
  const Row& other = values(position, ~us);
  const auto bucket = static_cast<std::size_t>(output_bucket(position.occupied().count()));
  return to_score(kernels_->output(own.data(), other.data(), network_->layers[bucket]));
}

const Row& Accumulators::values(const Position& position, Color side) {
  const Row& pieces = values_of_pieces(position, side);
  if (!sees_states_) return pieces;
  Row& all = with_state_[side];
  kernels_->add1(all.data(), pieces.data(), network_->state_weights[state_of(position, side)].data());
  return all;
}

const Row& Accumulators::values_of_pieces(const Position& position, Color side) {
  Ply& top = (*plies_)[top_];
  std::size_t ply = top_;
  while (!(*plies_)[ply].computed[side]) {
    if ((*plies_)[ply].views[side] != (*plies_)[ply - 1].views[side]) {
      refresh(position, top, side);
      return top.values[side];
    }
    --ply;
  }
  for (; ply < top_; ++ply) update((*plies_)[ply], (*plies_)[ply + 1], side);
  return top.values[side];
}

void Accumulators::update(const Ply& from, Ply& to, Color side) const {
  const View view = to.views[side];
  const auto& added = to.delta.added;
  const auto& removed = to.delta.removed;
  std::int16_t* target = to.values[side].data();
  const std::int16_t* source = from.values[side].data();
  if (removed.size() == 1) {
    kernels_->add1_sub1(target, source, weights(view, added[0]), weights(view, removed[0]));
  } else if (added.size() == 1) {  // a capture
    kernels_->add1_sub2(target, source, weights(view, added[0]), weights(view, removed[0]), weights(view, removed[1]));
  } else {  // castling
    kernels_->add2_sub2(target, source, weights(view, added[0]), weights(view, added[1]), weights(view, removed[0]),
                        weights(view, removed[1]));
  }
  to.computed[side] = true;
}

void Accumulators::refresh(const Position& position, Ply& ply, Color side) {
  const View view = ply.views[side];
  Remembered& board = remembered(view);
  util::StaticVector<const std::int16_t*, 64> added;
  util::StaticVector<const std::int16_t*, 64> removed;
  for (const Color color : chess::kColors) {
    for (const PieceType type : chess::kPieceTypes) {
      const Piece piece(color, type);
      const Bitboard now = position.pieces(color, type);
      Bitboard& before = board.pieces[piece.index()];
      for (const Square square : now - before) added.push_back(weights(view, {piece, square}));
      for (const Square square : before - now) removed.push_back(weights(view, {piece, square}));
      before = now;
    }
  }
  kernels_->add_sub_many(board.values.data(), added.begin(), static_cast<int>(added.size()), removed.begin(),
                         static_cast<int>(removed.size()));
  ply.values[side] = board.values;
  ply.computed[side] = true;
}

}  // namespace rocada::eval::nnue
