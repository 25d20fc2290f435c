// The evaluation: the network of the game that is played.
//
// An Evaluator follows the line a worker searches: it is told what each move changed and takes it back with pop(). Null
// moves change nothing on the board and are not told. Owned by one worker. All its memory is taken when it is made, so
// a search cannot fail for want of it.
#pragma once

#include <cstddef>

#include "chess/position.h"
#include "chess/variant.h"
#include "eval/nnue/accumulator.h"
#include "eval/nnue/embedded_network.h"
#include "eval/score.h"

namespace rocada::eval {

class Evaluator {
 public:
  // What one takes besides itself.
  static constexpr std::size_t bytes() { return nnue::Accumulators::bytes(); }

  // From here on, pushes and pops are counted from this position, and this network, which is for its game, evaluates.
  void reset(const chess::Position& position, const nnue::SharedNetwork& network);
  void push(const chess::MoveDelta& delta) { accumulators_.push(delta); }
  void pop() { accumulators_.pop(); }

  // The position reached by the moves pushed, from the side to move's point of view; never decisive.
  Score evaluate(const chess::Position& position) { return accumulators_.evaluate(position); }

 private:
  nnue::SharedNetwork network_ = nnue::embedded_network(chess::Variant::Standard);
  nnue::Accumulators accumulators_{*network_};
};

// Once, for a single position.
Score evaluate(const chess::Position& position, const nnue::SharedNetwork& network);

}  // namespace rocada::eval
