// What a score means: how often games with it are won, drawn and lost, and how many pawns people are told.
//
// Scores are in units of the search, whose size drifts from network to network. So a model is fitted to games that
// the engine has played with the network it has for their game (wdl_params.h, learn/fit-wdl): two logistic curves, one
// for winning and one for losing, what is left between them is drawn; both depend on how many pieces are left. What
// people see is scaled by it: +1.00 means that half of such games are won. Search and files of games to learn from keep
// scores as they are; whatever is shown to a person or another program goes through ScoreScale.
#pragma once

#include "chess/position.h"
#include "eval/score.h"

namespace rocada::eval {

// Chances of the side to move in permille. Invariant: none is negative and they sum to 1000.
struct WinDrawLoss {
  int win = 0;
  int draw = 0;
  int loss = 0;
  friend bool operator==(const WinDrawLoss&, const WinDrawLoss&) = default;
};

// What scores mean in one position; its pieces and rules decide. A plain value.
class ScoreScale {
 public:
  explicit ScoreScale(const chess::Position& position);

  // As people and programs are told. Wins by tablebase and mates, which are better told in moves, stay what they are:
  // beyond all evaluations.
  int centipawns(Score score) const;
  // And back, as near as whole centipawns are; no evaluation is beyond kHighestEvaluation.
  Score score_of(int centipawns) const;

  // Points to expect, wins and half of the draws, from 0 to 1.
  double points(Score score) const;
  // The same between people, who let slip what an engine keeps.
  double points_between_people(Score score) const;
  WinDrawLoss chances(Score score) const;

 private:
  double win_chance(Score score, double spread) const;
  double points(Score score, double spread) const;

  double even_chance_;  // the score with which every second game is won
  double spread_;       // of scores over which the odds change by a factor of e
  double pawn_;         // the score that is shown as +1.00
};

}  // namespace rocada::eval
