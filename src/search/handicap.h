// Handicap: how a weaker player thinks. It looks less far, misjudges, and overlooks moves, the less natural the sooner.
//
// What is misjudged or overlooked depends on the position, the move and a seed drawn for each game, on nothing else: so
// a mistake is made for a reason, and the same one again when the position comes back.
#pragma once

#include <cstdint>

#include "chess/move.h"
#include "chess/position.h"
#include "eval/score.h"

namespace rocada::search {

inline constexpr int kLowestElo = 800;
inline constexpr int kHighestElo = 3000;
inline constexpr int kFullStrength = kHighestElo + 1;  // no handicap at all

struct Handicap {
  std::uint64_t nodes = 0;       // no more are looked at
  eval::Score misjudgement = 0;  // how far off an evaluation may be
  int oversights = 0;            // of a thousand of the least natural moves, so many are not seen
  std::uint64_t seed = 0;

  eval::Score error_in(const chess::Position& position) const;
  // Never a way out of check, or retaking on the square of the last move.
  bool overlooks(const chess::Position& position, chess::Move move, chess::Move last_move) const;
};

// A player of this strength in this position. Everybody can mate a bare king with a queen or a rook.
Handicap handicap_of(int elo, std::uint64_t seed, const chess::Position& position);

}  // namespace rocada::search
