// Accumulators: the network's first layer along a game's line of search, shared out among the lanes.
//
// Each lane holds every kSize-th pair of a row, and never touches another's; so nothing here needs a sync. Lazy, as the
// engine's own: a ply's numbers are worked out when an evaluation asks for them, from the last ply that has them; where
// none has since the king last crossed the middle, from the board there. Bit-equal to the engine's evaluation.
#pragma once

#include "eval/nnue/game_states.h"
#include "eval/score.h"
#include "selfplay/lanes.h"
#include "selfplay/position.h"
#include "selfplay/weights.h"

namespace rocada::selfplay {

template <int Width>
struct Accumulator {
  Pair views[2][Weights<Width>::kPairs];  // White's, Black's
};

ROCADA_PORTABLE inline bool is_mirrored(const Position& position, int view) { return (position.king(view) & 4) != 0; }

// As eval::nnue::input_of(), without king zones. The tests hold the two against each other: called from here, that one
// would cost a GPU conversions.
ROCADA_PORTABLE inline int input_of(int view, bool mirrored, const Change& piece) {
  const int turned = piece.square ^ (view == kBlack ? 56 : 0) ^ (mirrored ? 7 : 0);
  return 64 * ((piece.color == view ? 0 : 6) + piece.code - 1) + turned;
}

ROCADA_PORTABLE inline int state_of(const Position& position, int view) {
  return eval::nnue::state_of_checks(position.checks_given(view), position.checks_given(view ^ 1));
}

// One lane's share of a row, in registers.
template <int Width, typename Lanes>
struct Share {
  static constexpr int kPairs = Weights<Width>::kPairs;
  static constexpr int kSize = (kPairs + Lanes::kSize - 1) / Lanes::kSize;
  static constexpr bool kEven = kPairs % Lanes::kSize == 0;
  Pair pairs[kSize];

  // Calls function(pair of the share, index in the row).
  template <typename Function>
  ROCADA_PORTABLE void for_each(Lanes lanes, Function&& function) {
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (int i = 0; i < kSize; ++i) {
      const int index = i * Lanes::kSize + lanes.rank();
      if (kEven || index < kPairs) function(pairs[i], index);
    }
  }
  ROCADA_PORTABLE void load(const Pair* row, Lanes lanes) {
    for_each(lanes, [row](Pair& pair, int index) { pair = row[index]; });
  }
  ROCADA_PORTABLE void store(Pair* row, Lanes lanes) {
    for_each(lanes, [row](const Pair& pair, int index) { row[index] = pair; });
  }
  ROCADA_PORTABLE void add(const Pair* row, Lanes lanes) {
    for_each(lanes, [row](Pair& pair, int index) { pair.add(row[index]); });
  }
  ROCADA_PORTABLE void subtract(const Pair* row, Lanes lanes) {
    for_each(lanes, [row](Pair& pair, int index) { pair.subtract(row[index]); });
  }
};

ROCADA_PORTABLE constexpr int activation(int value) {
  const int clamped = value < 0 ? 0 : value > eval::nnue::kQuantA ? eval::nnue::kQuantA : value;
  return clamped * clamped;
}

// The network and the accumulators of a line of plies. A Node of that line has `position`, `computed` (a bit for each
// view that has been worked out) and `move`, which leads to the next ply: none where the turn was passed.
template <int Width, typename Lanes>
struct Evaluation {
  const Weights<Width>* weights;
  Accumulator<Width>* accumulators;  // one for each ply

  using Row = Share<Width, Lanes>;

  ROCADA_PORTABLE Row from_board(const Position& position, int view, Lanes lanes) const {
    Row row;
    row.load(weights->biases, lanes);
    const bool mirrored = is_mirrored(position, view);
    Bits pieces = position.occupied();
    ROCADA_ROLLED
    while (pieces != 0) {
      const int square = pop_first(pieces);
      const Change piece{position.code_on(square), has(position.planes[3], square) ? kBlack : kWhite, square};
      row.add(weights->features[input_of(view, mirrored, piece)], lanes);
    }
    return row;
  }

  template <typename Node>
  ROCADA_PORTABLE void follow_move(Row& row, const Node& from, int view, bool mirrored, Lanes lanes) const {
    if (from.move.is_none()) return;
    const Changes changes = changes_of(from.position, from.move);
    for (const Change& piece : changes.removed) {
      if (piece.code != kNothing) row.subtract(weights->features[input_of(view, mirrored, piece)], lanes);
    }
    for (const Change& piece : changes.added) {
      if (piece.code != kNothing) row.add(weights->features[input_of(view, mirrored, piece)], lanes);
    }
  }

  // One view of `node`, which stands at ply `top`; those before it are in the stack.
  template <typename Node>
  ROCADA_PORTABLE Row view_of(Node& node, Node* stack, int top, int view, Lanes lanes) const {
    const bool mirrored = is_mirrored(node.position, view);
    int base = top;
    bool found = false;
    ROCADA_ROLLED
    while (!found && base > 0 && is_mirrored(stack[base - 1].position, view) == mirrored) {
      --base;
      found = (stack[base].computed >> view & 1) != 0;
    }
    Row row;
    if (found) {
      row.load(accumulators[base].views[view], lanes);
    } else {
      // As far back as it serves: then the next ones to ask find it.
      Position origin = node.position;
      if (base < top) origin = stack[base].position;
      row = from_board(origin, view, lanes);
      row.store(accumulators[base].views[view], lanes);
      if (base < top) stack[base].computed |= 1 << view;
    }
    ROCADA_ROLLED
    for (int ply = base; ply < top; ++ply) {
      follow_move(row, stack[ply], view, mirrored, lanes);
      row.store(accumulators[ply + 1].views[view], lanes);
      if (ply > base) stack[ply].computed |= 1 << view;
    }
    node.computed |= 1 << view;
    return row;
  }

  // The position of `node`, at ply `top`, from the side to move's point of view; never decisive.
  template <typename Node>
  ROCADA_PORTABLE eval::Score evaluate(Node& node, Node* stack, int top, Lanes lanes) const {
    namespace nnue = eval::nnue;
    const int bucket = nnue::output_bucket(count(node.position.occupied()));
    int sum = 0;
    ROCADA_ROLLED
    for (int view = kWhite; view <= kBlack; ++view) {
      Row row = view_of(node, stack, top, view, lanes);
      if (node.position.checks_count()) row.add(weights->states[state_of(node.position, view)], lanes);
      const Pair* output = weights->output[bucket][view == node.position.side ? 0 : 1];
      row.for_each(lanes, [&](const Pair& pair, int index) {
        const Pair weight = output[index];
        sum += activation(low_of(pair.first)) * low_of(weight.first);
        sum += activation(high_of(pair.first)) * high_of(weight.first);
        sum += activation(low_of(pair.second)) * low_of(weight.second);
        sum += activation(high_of(pair.second)) * high_of(weight.second);
      });
    }
    sum = lanes.sum(sum);
    constexpr int kOne = nnue::kQuantA * nnue::kQuantB;
    const std::int64_t output = std::int64_t{sum} / nnue::kQuantA + weights->output_biases[bucket];
    const std::int64_t score = output * nnue::kScale / kOne;
    if (score > eval::kHighestEvaluation) return eval::kHighestEvaluation;
    return score < -eval::kHighestEvaluation ? -eval::kHighestEvaluation : static_cast<eval::Score>(score);
  }
};

}  // namespace rocada::selfplay
