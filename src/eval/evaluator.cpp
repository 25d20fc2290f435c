#include "eval/evaluator.h"

#include <algorithm>

#include "eval/three_check.h"

namespace rocada::eval {

using chess::Position;

void Evaluator::reset(const Position& position, const nnue::SharedNetwork& network) {
  if (network != network_) accumulators_.use(*network);
  network_ = network;
  accumulators_.reset(position);
}

Score Evaluator::evaluate(const Position& position) {
  const Score score = accumulators_.evaluate(position);
  if (position.variant() == network_->card.variant) return score;
  return std::clamp(three_check_score(position, score), -kHighestEvaluation, kHighestEvaluation);
}

Score evaluate(const Position& position, const nnue::SharedNetwork& network) {
  Evaluator evaluator;
  evaluator.reset(position, network);
  return evaluator.evaluate(position);
}

}  // namespace rocada::eval
