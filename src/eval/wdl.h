// From a score to chances: how often a game with this evaluation is won, drawn and lost.
//
// Two logistic curves, one for winning and one for losing; what is left between them is drawn. The scale of scores is
// meant to fit: one pawn ahead wins every second game.
#pragma once

#include "eval/score.h"

namespace rocada::eval {

// Chances of the side to move in permille. Invariant: none is negative and they sum to 1000.
struct WinDrawLoss {
  int win = 0;
  int draw = 0;
  int loss = 0;
  friend bool operator==(const WinDrawLoss&, const WinDrawLoss&) = default;
};

WinDrawLoss win_draw_loss(Score score);

}  // namespace rocada::eval
