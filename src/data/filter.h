// Filter: which positions of a game are worth learning from. Game files keep everything; filters apply when they are
// read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "chess/position.h"
#include "data/game.h"
#include "eval/score.h"

namespace rocada::data {

struct Filter {
  int min_ply = 16;
  eval::Score max_score = 3000;  // of either side
  int min_pieces = 4;
};

// What becomes of a position. The first reason to drop it counts.
enum class Fate : std::uint8_t {
  Kept,
  Unscored,
  TooEarly,
  InCheck,
  NoisyMove,  // a capture or promotion was played: the evaluation is not to guess what the search sees
  TooHighScore,
  TooFewPieces,
};
inline constexpr std::array<std::string_view, 7> kFateNames = {
    "kept", "without score", "too early", "in check", "noisy move", "score too high", "too few pieces"};

// `move` is the one played here.
inline Fate fate_of(const chess::Position& position, const ScoredMove& move, const Filter& filter) {
  if (move.score == kUnscored) return Fate::Unscored;
  if (ply_of(position) < filter.min_ply) return Fate::TooEarly;
  if (position.in_check()) return Fate::InCheck;
  if (!position.is_quiet(move.move)) return Fate::NoisyMove;
  if (is_decided(move.score) || move.score > filter.max_score || move.score < -filter.max_score) {
    return Fate::TooHighScore;
  }
  if (position.occupied().count() < filter.min_pieces) return Fate::TooFewPieces;
  return Fate::Kept;
}

}  // namespace rocada::data
