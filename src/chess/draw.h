// When a game is over, as far as the board alone can tell, and what counts as a repetition.
#pragma once

#include <span>
#include <string_view>

#include "chess/position.h"

namespace rocada::chess {

enum class Ending : std::uint8_t {
  None,
  Checkmate,
  ChecksGiven,  // somebody has given the check that wins (3-check)
  Stalemate,
  InsufficientMaterial,
  FiftyMoves,
  Repetition,
};

constexpr bool is_draw(Ending ending) { return ending >= Ending::Stalemate; }

// Neither side can ever win: bare kings, or one with a lone knight or bishop, or only bishops on squares of one colour.
bool is_insufficient_material(const Position& position);

// So many plies without capture or pawn move are a draw; a mate on the last of them counts first.
inline constexpr int kFiftyMovePlies = 100;
bool is_fifty_move_draw(const Position& position);

// How often the last of `keys` has stood on the board before, looking back no further than `reversible_plies`.
// `keys` are the keys of the game in order, the present position last.
int count_earlier_occurrences(std::span<const Key> keys, int reversible_plies);

// All but repetition, which needs the game: see game::GameRecord.
Ending ending_on_board(const Position& position);

}  // namespace rocada::chess
