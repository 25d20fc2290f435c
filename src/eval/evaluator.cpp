#include "eval/evaluator.h"

#include <algorithm>
#include <array>

namespace rocada::eval {

using chess::Color;
using chess::Position;

namespace {

// Each check given brings the win nearer (3-check).
constexpr std::array<int, 4> kChecksGiven = {0, 140, 420, 0};

Score checks_balance(const Position& position) {
  const auto worth = [&](Color color) { return kChecksGiven[static_cast<std::size_t>(position.checks_given(color))]; };
  return worth(position.side_to_move()) - worth(~position.side_to_move());
}

}  // namespace

void Evaluator::reset(const Position& position, const nnue::SharedNetwork& network) {
  if (network != network_) accumulators_.emplace(*network);
  network_ = network;
  accumulators_->reset(position);
}

Score Evaluator::evaluate(const Position& position) {
  const Score score = accumulators_->evaluate(position);
  if (!position.rules().check_is_progress()) return score;
  return std::clamp(score + checks_balance(position), -kHighestEvaluation, kHighestEvaluation);
}

Score evaluate(const Position& position, const nnue::SharedNetwork& network) {
  Evaluator evaluator;
  evaluator.reset(position, network);
  return evaluator.evaluate(position);
}

}  // namespace rocada::eval
