// SceneChange: the inputs that come and go from one scene to another, in both views at once.
//
// Which squares differ, and whether by the piece or only by how it stands, nobody can foretell: so there are no
// branches, and one addition serves both views.
#pragma once

#include <array>
#include <cstddef>

#include "chess/color.h"
#include "chess/piece.h"
#include "chess/position.h"
#include "chess/square.h"
#include "eval/nnue/architecture.h"
#include "eval/nnue/features.h"
#include "eval/nnue/game_states.h"
#include "eval/nnue/scene.h"
#include "eval/nnue/simd/kernels.h"
#include "eval/nnue/standings.h"
#include "util/static_vector.h"

namespace rocada::eval::nnue {

static_assert(kPieceInputs + kMostStates <= 1 << 16 && kStandingInputs <= 1 << 16, "an input is half of a pair");

constexpr simd::InputPair input_pair(std::size_t white, std::size_t black) {
  return static_cast<simd::InputPair>(white | black << 16);
}

// Some inputs as the views have them.
class SeenInputs {
 public:
  explicit SeenInputs(const Views& views)
      : turns_(of_both(views, [](View view) { return static_cast<std::size_t>(turn_of(view)); })),
        zones_(of_both(views, [](View view) { return kInputsPerZone * std::size_t{view.zone}; })) {}

  // How a piece stands, and the piece itself only where it is new.
  void add(chess::Square square, chess::Piece piece, bool is_new, Standing standing) {
    const auto index = static_cast<std::size_t>(square.index());
    const simd::InputPair seen = kPieces[piece.index()] + (input_pair(index, index) ^ turns_);
    features_.push_back_if(is_new & !piece.is_none(), seen + zones_);
    constexpr simd::InputPair kOneStanding = input_pair(kInputsPerZone, kInputsPerZone);
    standings_.push_back_if(standing != Standing::Safe, seen + kOneStanding * (static_cast<unsigned>(standing) - 1));
  }
  void add_state(const chess::Position& position) {
    features_.push_back(input_pair(kPieceInputs + state_of(position, chess::Color::White),
                                   kPieceInputs + state_of(position, chess::Color::Black)));
  }

  simd::Inputs inputs() const {
    return {features_.begin(), static_cast<int>(features_.size()), standings_.begin(),
            static_cast<int>(standings_.size())};
  }

 private:
  template <typename Function>
  static simd::InputPair of_both(const Views& views, Function&& function) {
    return input_pair(function(views[chess::Color::White]), function(views[chess::Color::Black]));
  }

  // seen_as() where the square comes out as 0; what is said of no piece is not used.
  static constexpr auto kPieces = [] {
    std::array<simd::InputPair, chess::Piece::kCount + 1> pairs{};
    constexpr View kWhite{chess::Color::White};
    constexpr View kBlack{chess::Color::Black};
    for (const chess::Color color : chess::kColors) {
      for (const chess::PieceType type : chess::kPieceTypes) {
        const chess::Piece piece(color, type);
        pairs[piece.index()] = input_pair(seen_as(kWhite, piece, chess::Square::from_index(turn_of(kWhite))),
                                          seen_as(kBlack, piece, chess::Square::from_index(turn_of(kBlack))));
      }
    }
    return pairs;
  }();

  simd::InputPair turns_;
  simd::InputPair zones_;
  util::StaticVector<simd::InputPair, 64 + 2> features_;
  util::StaticVector<simd::InputPair, 64 + 1> standings_;
};

class SceneChange {
 public:
  SceneChange(const Scene& before, const Scene& now, const Views& views) : added_(views), removed_(views) {
    for (const chess::Square square : differences(before, now)) {
      const chess::Piece old_piece = before.position.piece_on(square);
      const chess::Piece new_piece = now.position.piece_on(square);
      removed_.add(square, old_piece, old_piece != new_piece, before.standings.on(square));
      added_.add(square, new_piece, old_piece != new_piece, now.standings.on(square));
    }
    if (!same_state(before.position, now.position)) {
      removed_.add_state(before.position);
      added_.add_state(now.position);
    }
  }
  // From nothing.
  SceneChange(const Scene& now, const Views& views) : added_(views), removed_(views) {
    for (const chess::Square square : now.position.occupied()) {
      added_.add(square, now.position.piece_on(square), true, now.standings.on(square));
    }
    added_.add_state(now.position);
  }

  simd::Inputs added() const { return added_.inputs(); }
  simd::Inputs removed() const { return removed_.inputs(); }

 private:
  SeenInputs added_;
  SeenInputs removed_;
};

}  // namespace rocada::eval::nnue
