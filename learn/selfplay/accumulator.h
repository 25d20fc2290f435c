// Accumulators: the network's first layer along a game's line of search, shared out among the lanes.
//
// Each lane holds every kSize-th pair of a row, and never touches another's; how pieces stand every lane writes alike,
// and reads what it wrote itself: so nothing here needs a sync. Lazy, as the engine's own: a ply's numbers are worked
// out when an evaluation asks for them, from the last ply that has them; where none has since the king last crossed the
// middle or left its zone, from the board there. Bit-equal to the engine's evaluation.
#pragma once

#include "eval/nnue/architecture.h"
#include "eval/nnue/game_states.h"
#include "eval/score.h"
#include "selfplay/lanes.h"
#include "selfplay/position.h"
#include "selfplay/standings.h"
#include "selfplay/weights.h"

namespace rocada::selfplay {

template <typename Net>
struct Accumulator {
  Pair views[2][Net::kHidden / kNeuronsInPair];  // White's, Black's
};
template <typename Net>
requires Net::kSeesStandings struct Accumulator<Net> {
  Pair views[2][Net::kHidden / kNeuronsInPair];
  Standings standings;
};

// How a side sees the board, by where its king stands: whether it is mirrored, and twice the zone.
using Outlook = int;

template <typename Net>
ROCADA_PORTABLE inline Outlook outlook_of(const Position& position, int view, const typename Net::Near& near) {
  const int king = position.king(view);
  const int mirrored = king >> 2 & 1;
  if constexpr (Net::kZones == 1) {
    return mirrored;
  } else {
    return mirrored | near.zones[king ^ (view == kBlack ? 56 : 0) ^ (mirrored ? 7 : 0)] << 1;
  }
}

// As eval::nnue::input_of(). The tests hold the two against each other: called from here, that one would cost a GPU
// conversions.
ROCADA_PORTABLE inline int input_of(int view, Outlook outlook, const Change& piece) {
  const int turned = piece.square ^ (view == kBlack ? 56 : 0) ^ ((outlook & 1) != 0 ? 7 : 0);
  return eval::nnue::kInputsPerZone * (outlook >> 1) + 64 * ((piece.color == view ? 0 : 6) + piece.code - 1) + turned;
}

ROCADA_PORTABLE inline int state_of(const Position& position, int view) {
  return eval::nnue::state_of_checks(position.checks_given(view), position.checks_given(view ^ 1));
}

// One lane's share of a row, in registers.
template <int Hidden, typename Lanes>
struct Share {
  static constexpr int kPairs = Hidden / kNeuronsInPair;
  static constexpr int kSize = (kPairs + Lanes::kSize - 1) / Lanes::kSize;
  static constexpr bool kEven = kPairs % Lanes::kSize == 0;
  Pair pairs[kSize];

  // Calls function(pair of the share, index in the row).
  template <typename Function>
  ROCADA_PORTABLE void for_each(Lanes lanes, Function&& function) {
    ROCADA_UNROLLED
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

// The weights that neurons are summed up of. Those of standings lie behind the others as further zones would.
template <int Inputs, int Hidden>
struct InputRows {
  static constexpr int kPairs = Hidden / kNeuronsInPair;
  Pair features[Inputs][kPairs];
  Pair states[eval::nnue::kMostStates][kPairs];  // of the game beside the board; zeros in normal chess
  Pair biases[kPairs];
};

ROCADA_PORTABLE constexpr eval::Score bounded(std::int64_t score) {
  constexpr std::int64_t kHighest = eval::kHighestEvaluation;
  return static_cast<eval::Score>(clamped(score, -kHighest, kHighest));
}

// The network and the accumulators of a line of plies. A Node of that line has `position`, `computed` (a bit for each
// view that has been worked out, and kStandingsComputed) and `move`, which leads to the next ply: none where the turn
// was passed.
template <typename Net, typename Lanes>
struct Evaluation {
  const typename Net::Near* near;
  const typename Net::Far* far;
  Accumulator<Net>* accumulators;  // one for each ply

  using Row = Share<Net::kHidden, Lanes>;
  static constexpr int kStandingsComputed = 4;

  ROCADA_PORTABLE const typename Net::Inputs& inputs() const { return Net::inputs(*near, *far); }

  ROCADA_PORTABLE Row from_board(const Position& position, int view, Outlook outlook, Lanes lanes) const {
    Row row;
    row.load(inputs().biases, lanes);
    Bits pieces = position.occupied();
    ROCADA_ROLLED
    while (pieces != 0) {
      const int square = pop_first(pieces);
      const Change piece{position.code_on(square), has(position.planes[3], square) ? kBlack : kWhite, square};
      row.add(inputs().features[input_of(view, outlook, piece)], lanes);
    }
    return row;
  }

  template <typename Node>
  ROCADA_PORTABLE void follow_move(Row& row, const Node& from, int view, Outlook outlook, Lanes lanes) const {
    if (from.move.is_none()) return;
    const Changes changes = changes_of(from.position, from.move);
    for (const Change& piece : changes.removed) {
      if (piece.code != kNothing) row.subtract(inputs().features[input_of(view, outlook, piece)], lanes);
    }
    for (const Change& piece : changes.added) {
      if (piece.code != kNothing) row.add(inputs().features[input_of(view, outlook, piece)], lanes);
    }
  }

  // Of `node` and of those before it that lack them; so none lacks them that stands before one that does not.
  template <typename Node>
  ROCADA_PORTABLE void compute_standings(Node& node, Node* stack, int top, Lanes lanes) const {
    bool computed = (node.computed & kStandingsComputed) != 0;
    node.computed |= kStandingsComputed;
    Position position = node.position;
    ROCADA_ROLLED
    for (int ply = top; !computed; --ply) {
      accumulators[ply].standings = standings_of(position, lanes);
      if (ply < top) stack[ply].computed |= kStandingsComputed;
      computed = ply == 0 || (stack[ply - 1].computed & kStandingsComputed) != 0;
      if (!computed) position = stack[ply - 1].position;
    }
  }

  // Calls function(weights) for each piece on these squares that does not stand safely.
  template <typename Function>
  ROCADA_PORTABLE void for_each_standing(const Standings& standings, Bits squares, int view, Outlook outlook,
                                         Function&& function) const {
    squares &= standings.pieces();
    ROCADA_ROLLED
    while (squares != 0) {
      const int square = pop_first(squares);
      const Outlook seen = (outlook & 1) | (Net::kZones + standings.how_on(square)) << 1;
      function(inputs().features[input_of(view, seen, standings.piece_on(square))]);
    }
  }
  ROCADA_PORTABLE void add_standings(Row& row, const Standings& now, Bits squares, int view, Outlook outlook,
                                     Lanes lanes) const {
    for_each_standing(now, squares, view, outlook, [&](const Pair* weights) { row.add(weights, lanes); });
  }
  ROCADA_PORTABLE void follow_standings(Row& row, const Standings& before, const Standings& now, int view,
                                        Outlook outlook, Lanes lanes) const {
    const Bits squares = differences(before, now);
    for_each_standing(before, squares, view, outlook, [&](const Pair* weights) { row.subtract(weights, lanes); });
    add_standings(row, now, squares, view, outlook, lanes);
  }

  // One view of `node`, which stands at ply `top`; those before it are in the stack.
  template <typename Node>
  ROCADA_PORTABLE Row view_of(Node& node, Node* stack, int top, int view, Lanes lanes) const {
    const Outlook outlook = outlook_of<Net>(node.position, view, *near);
    int base = top;
    bool found = false;
    ROCADA_ROLLED
    while (!found && base > 0 && outlook_of<Net>(stack[base - 1].position, view, *near) == outlook) {
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
      row = from_board(origin, view, outlook, lanes);
      if constexpr (Net::kSeesStandings) {
        add_standings(row, accumulators[base].standings, ~Bits{0}, view, outlook, lanes);
      }
      row.store(accumulators[base].views[view], lanes);
      if (base < top) stack[base].computed |= 1 << view;
    }
    ROCADA_ROLLED
    for (int ply = base; ply < top; ++ply) {
      if constexpr (Net::kSeesStandings) {
        follow_standings(row, accumulators[ply].standings, accumulators[ply + 1].standings, view, outlook, lanes);
      }
      follow_move(row, stack[ply], view, outlook, lanes);
      row.store(accumulators[ply + 1].views[view], lanes);
      if (ply > base) stack[ply].computed |= 1 << view;
    }
    node.computed |= 1 << view;
    return row;
  }

  // The position of `node`, at ply `top`, from the side to move's point of view; never decisive.
  template <typename Node>
  ROCADA_PORTABLE eval::Score evaluate(Node& node, Node* stack, int top, Lanes lanes) const {
    const int bucket = eval::nnue::output_bucket(count(node.position.occupied()));
    typename Net::template Output<Lanes> output;
    if constexpr (Net::kSeesStandings) compute_standings(node, stack, top, lanes);
    ROCADA_ROLLED
    for (int view = kWhite; view <= kBlack; ++view) {
      Row row = view_of(node, stack, top, view, lanes);
      if (node.position.checks_count()) row.add(inputs().states[state_of(node.position, view)], lanes);
      output.add(*near, bucket, view == node.position.side ? 0 : 1, row, lanes);
    }
    return output.score(*near, bucket, node.position, lanes);
  }
};

}  // namespace rocada::selfplay
