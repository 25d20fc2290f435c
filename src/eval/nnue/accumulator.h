// Accumulators: the network's first layer along the line a worker searches, and the evaluation made from it.
//
// Lazy: a push only notes the position; the numbers are worked out when an evaluation asks for them, ply by ply from
// the last one that has them, by adding what there is to see now and was not there before (scene_change.h), and taking
// away what is gone. When a king has crossed the middle of the board or left its zone, its side's view has changed
// altogether (features.h); then the numbers come in the same way from a cache that remembers, for each view, a scene
// and its numbers (a Finny table). Owned by one worker; the network must outlive it. Invariant: the lowest ply is
// worked out.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <optional>

#include "chess/position.h"
#include "eval/nnue/features.h"
#include "eval/nnue/network.h"
#include "eval/nnue/scene.h"
#include "eval/nnue/scene_change.h"
#include "eval/nnue/simd/choice.h"
#include "eval/nnue/standings.h"
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
  // A move has led to this position. At most kMaxPly deep; null moves change nothing that is seen and are not told.
  void push(const chess::Position& position) {
    ++top_;
    assert(top_ < plies_->size());
    Ply& ply = (*plies_)[top_];
    ply.scene.position = position;
    ply.computed = false;
  }
  void pop() {
    assert(top_ > 0);
    --top_;
  }

  // The position reached by the moves pushed, from the side to move's point of view; never decisive.
  Score evaluate(const chess::Position& position);
  // The first layer of that position as both sides see it; good until the next push.
  const chess::PerColor<Row>& values();

 private:
  struct alignas(64) Ply {
    chess::PerColor<Row> values;
    Scene scene;  // without the standings until it is computed
    Views views;
    bool computed;
  };
  using Plies = std::array<Ply, std::size_t{kMaxPly} + 1>;  // the root's and one for each move of a search
  // A scene seen before, if there was one, and its numbers, in one side's view.
  struct alignas(64) Remembered {
    Row values;
    std::optional<Scene> scene;
  };

  Remembered& remembered(View view) {
    return remembered_[view.side][2 * std::size_t{view.zone} + (view.mirrored ? 1 : 0)];
  }
  // None where the network would not heed them.
  Standings standings_of(const chess::Position& position) const {
    return heeds_standings_ ? Standings(position) : Standings();
  }
  void compute(const Ply& before, Ply& ply);
  void apply(const SceneChange& change, chess::Color side, const Row& from, Row& to) const;
  void refresh(Ply& ply, chess::Color side);

  const Network* network_ = nullptr;
  bool heeds_standings_ = false;  // the network
  const simd::Kernels* kernels_;
  util::HugePagesPtr<Plies> plies_ = util::zeroed_in_huge_pages<Plies>();
  std::size_t top_ = 0;
  chess::PerColor<std::array<Remembered, 2 * kKingZones>> remembered_;  // by side; by zone, and whether mirrored
};

}  // namespace rocada::eval::nnue
