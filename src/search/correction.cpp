#include "search/correction.h"

#include <algorithm>
#include <initializer_list>

#include "search/params.h"

namespace rocada::search {

using chess::Color;
using chess::Position;
using eval::Score;

namespace {

std::size_t move_index(chess::Piece piece, chess::Square to) {
  return piece.index() * 64 + static_cast<std::size_t>(to.index());
}

}  // namespace

template <typename Function>
void CorrectionHistory::for_each_counter(const Position& position, const RecentMoves& recent,
                                         Function&& function) const {
  const std::size_t us = chess::index_of(position.side_to_move());
  function(tables_->pawn[us][position.pawn_key() % params::kCorrectionEntries], params::kPawnCorrectionWeight);
  function(tables_->minor[us][position.minor_key() % params::kCorrectionEntries], params::kMinorCorrectionWeight);
  for (const Color color : {Color::White, Color::Black}) {
    function(tables_->non_pawn[chess::index_of(color)][us][position.non_pawn_key(color) % params::kCorrectionEntries],
             params::kNonPawnCorrectionWeight);
  }
  if (!recent.last_piece.is_none() && !recent.earlier_piece.is_none()) {
    function(tables_->moves[move_index(recent.earlier_piece, recent.earlier_to)]
                           [move_index(recent.last_piece, recent.last_to)],
             params::kMovesCorrectionWeight);
  }
}

Score CorrectionHistory::of(const Position& position, const RecentMoves& recent) const {
  int total = 0;
  for_each_counter(position, recent, [&](std::int16_t counter, int weight) { total += counter * weight; });
  return total / params::kCorrectionGrain;
}

void CorrectionHistory::prefetch(const Position& position, const RecentMoves& recent) const {
  for_each_counter(position, recent, [](const std::int16_t& counter, int) { __builtin_prefetch(&counter); });
}

void CorrectionHistory::learn(const Position& position, const RecentMoves& recent, Score error, int depth) {
  const int bonus = std::clamp(error * depth / params::kCorrectionDepthDivisor, -params::kCorrectionMostAtOnce,
                               params::kCorrectionMostAtOnce);
  for_each_counter(position, recent, [&](std::int16_t& counter, int) {
    counter = static_cast<std::int16_t>(counter + bonus - counter * std::abs(bonus) / params::kCorrectionLimit);
  });
}

}  // namespace rocada::search
