// Correction history: how far the evaluation was from what the search found, for positions that have something in
// common, and so how far to trust it the next time. Owned by one worker.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "chess/position.h"
#include "eval/score.h"
#include "search/params.h"
#include "util/huge_pages.h"

namespace rocada::search {

// The last moves of the line, as the table of move pairs wants them.
struct RecentMoves {
  chess::Piece last_piece;  // none before the first move and after a pass
  chess::Square last_to;
  chess::Piece earlier_piece;  // one ply before
  chess::Square earlier_to;
};

class CorrectionHistory {
 public:
  static constexpr std::size_t bytes() { return sizeof(Tables); }
  // Fetches what of() will ask for: it is seldom at hand.
  void prefetch(const chess::Position& position, const RecentMoves& recent) const;
  void clear() { std::construct_at(tables_.get()); }
  // To be added to the bare evaluation.
  eval::Score of(const chess::Position& position, const RecentMoves& recent) const;
  // The search to this depth has found the corrected evaluation to be off by `error`.
  void learn(const chess::Position& position, const RecentMoves& recent, eval::Score error, int depth);

 private:
  using Table = std::array<std::array<std::int16_t, params::kCorrectionEntries>, 2>;  // by the side to move
  static constexpr std::size_t kMoves = chess::Piece::kCount * 64;

  struct Tables {
    Table pawn{};
    Table minor{};
    std::array<Table, 2> non_pawn{};  // by whose pieces they are
    std::array<std::array<std::int16_t, kMoves>, kMoves> moves{};
  };

  // Calls function(counter, weight) for each table's counter of this position.
  template <typename Function>
  void for_each_counter(const chess::Position& position, const RecentMoves& recent, Function&& function) const;

  util::HugePagesPtr<Tables> tables_ = util::zeroed_in_huge_pages<Tables>();
};

}  // namespace rocada::search
