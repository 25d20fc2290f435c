// Accumulators: the network's first layer along the line a worker searches, and the evaluation made from it.
//
// Lazy: a push only notes what the move changed; the numbers are worked out when an evaluation asks for them, from the
// last ply that has them. When a king crosses the middle of the board or leaves its zone, its side's view changes
// altogether (features.h); then the numbers come from a cache that remembers, for each view, a board and its numbers,
// and only the differences are added (a Finny table). The state of a game that has some (game_states.h) is added last,
// at each evaluation: it changes no other number. Owned by one worker; the network must outlive it. Invariant: the
// lowest ply is worked out.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>

#include "chess/position.h"
#include "eval/nnue/features.h"
#include "eval/nnue/network.h"
#include "eval/nnue/simd/choice.h"
#include "eval/score.h"
#include "util/huge_pages.h"

namespace rocada::eval::nnue {

class Accumulators {
 public:
  // Takes all the memory it will ever need, and touches it when it is first used.
  explicit Accumulators(const Network& network, const simd::Kernels& kernels = simd::chosen_kernels());
  // What one takes besides itself.
  static constexpr std::size_t bytes() { return sizeof(Plies); }

  // From here on with this network, to begin with reset().
  void use(const Network& network);
  // From here on, pushes and pops are counted from this position.
  void reset(const chess::Position& position);
  // At most kMaxPly deep. Null moves change nothing on the board and are not told.
  void push(const chess::MoveDelta& delta);
  void pop() {
    assert(top_ > 0);
    --top_;
  }

  // The position reached by the moves pushed, from the side to move's point of view; never decisive.
  Score evaluate(const chess::Position& position);
  // The first layer of that position as one side sees it; good until the next call for that side.
  const Row& values(const chess::Position& position, chess::Color side);

 private:
  struct alignas(64) Ply {
    chess::PerColor<Row> values;
    chess::PerColor<bool> computed;  // whether values are there
    chess::PerColor<View> views;
    chess::MoveDelta delta;  // from the ply below
  };
  using Plies = std::array<Ply, std::size_t{kMaxPly} + 1>;  // the root's and one for each move of a search
  // A board seen before and its numbers, in one side's view.
  struct alignas(64) Remembered {
    Row values;
    std::array<chess::Bitboard, chess::Piece::kCount> pieces;  // by Piece::index()
  };

  Remembered& remembered(View view) {
    return remembered_[view.side][2 * std::size_t{view.zone} + (view.mirrored ? 1 : 0)];
  }
  const std::int16_t* weights(View view, chess::PieceOnSquare item) const {
    return network_->feature_weights[input_of(view, item.piece, item.square)].data();
  }
  // What the pieces alone make of it.
  const Row& values_of_pieces(const chess::Position& position, chess::Color side);
  void update(const Ply& from, Ply& to, chess::Color side) const;
  void refresh(const chess::Position& position, Ply& ply, chess::Color side);

  const Network* network_ = nullptr;
  bool sees_states_ = false;  // the network
  const simd::Kernels* kernels_;
  util::HugePagesPtr<Plies> plies_ = util::zeroed_in_huge_pages<Plies>();
  std::size_t top_ = 0;
  chess::PerColor<std::array<Remembered, 2 * kKingZones>> remembered_;  // by side; by zone, and whether mirrored
  alignas(64) chess::PerColor<Row> with_state_;                         // in games that have states
};

}  // namespace rocada::eval::nnue
