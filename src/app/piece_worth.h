// What each piece is worth to the evaluation: by how much the position would be worse without it.
//
// Asks nothing of the evaluation but its verdict on whole positions, so any evaluation can be looked into.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "chess/position.h"
#include "eval/score.h"

namespace rocada::app {

// The static evaluation as White sees it.
eval::Score white_evaluation(const chess::Position& position);

// By Square::index(), as White sees it: Black's pieces mostly count below zero. None for empty squares, kings, and
// pieces whose removal would leave no legal position.
using PieceWorths = std::array<std::optional<eval::Score>, 64>;
PieceWorths piece_worths(const chess::Position& position);

// The board, White below, with the worth in pawns under each piece.
std::string draw_worths(const chess::Position& position, const PieceWorths& worths);

}  // namespace rocada::app
