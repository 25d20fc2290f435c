#include "eval/evaluator.h"

namespace rocada::eval {

using chess::Position;

void Evaluator::reset(const Position& position, const nnue::SharedNetwork& network) {
  if (network != network_) accumulators_.use(*network);
  network_ = network;
  accumulators_.reset(position);
}

Score evaluate(const Position& position, const nnue::SharedNetwork& network) {
  Evaluator evaluator;
  evaluator.reset(position, network);
  return evaluator.evaluate(position);
}

}  // namespace rocada::eval
