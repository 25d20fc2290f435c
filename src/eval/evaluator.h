// The evaluation: what the network of the game that is played says, for as much as it counts with so many pieces.
//
// An Evaluator follows the line a worker searches: it is told where each move leads and takes it back with pop(). Null
// moves change nothing on the board and are not told. Owned by one worker. All its memory is taken when it is made, so
// a search cannot fail for want of it.
#pragma once

#include <algorithm>
#include <cstddef>

#include "chess/position.h"
#include "chess/variant.h"
#include "eval/nnue/accumulator.h"
#include "eval/nnue/architecture.h"
#include "eval/nnue/embedded_network.h"
#include "eval/score.h"

namespace rocada::eval {

// What a network's score counts, in 1/1024: so much with all pieces on the board, which brings it to the size that the
// search's margins are made for, and for each that is gone so much less, for the fewer are left, the less a lead wins
// (experiments/0055). A network that knows that by itself has an even chance of winning at the same score whatever the
// number of pieces (wdl_params.h) and needs no fading. Where checks win, a score counts as it is.
inline constexpr int kFullBoard = 1280;
inline constexpr int kFadePerPiece = 12;
constexpr Score faded(Score score, int pieces) {
  constexpr int kWhole = 1024;
  const int gone = pieces < nnue::kMostPieces ? nnue::kMostPieces - pieces : 0;
  const Score counted = score * (kFullBoard - kFadePerPiece * gone) / kWhole;
  return std::clamp(counted, -kHighestEvaluation, kHighestEvaluation);
}
inline Score faded(Score score, const chess::Position& position) {
  return position.rules().check_is_progress() ? score : faded(score, position.occupied().count());
}

class Evaluator {
 public:
  // What one takes besides itself.
  static constexpr std::size_t bytes() { return nnue::Accumulators::bytes(); }

  // From here on, pushes and pops are counted from this position, and this network, which is for its game, evaluates.
  void reset(const chess::Position& position, const nnue::SharedNetwork& network);
  void push(const chess::Position& position) { accumulators_.push(position); }
  void pop() { accumulators_.pop(); }

  // The position reached by the moves pushed, from the side to move's point of view; never decisive.
  Score evaluate(const chess::Position& position) { return faded(accumulators_.evaluate(position), position); }

 private:
  nnue::SharedNetwork network_ = nnue::embedded_network(chess::Variant::Standard);
  nnue::Accumulators accumulators_{*network_};
};

// Once, for a single position.
Score evaluate(const chess::Position& position, const nnue::SharedNetwork& network);

}  // namespace rocada::eval
