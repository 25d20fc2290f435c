// DrawPolicy: when Rocada agrees to a draw and when it offers one. One rule for all who carry such offers.
//
// It goes by what games with our score have come to (eval/wdl.h), as our own search saw it at our last move: a draw is
// welcome to who stands worse, and fair where nearly all such games are drawn. In the opening, with nothing played yet,
// only who stands clearly worse agrees. An offer of our own comes after a long time in which nothing has happened, and
// not soon again. Owned by whoever plays the game.
#pragma once

#include <optional>

#include "chess/color.h"
#include "chess/position.h"
#include "eval/score.h"

namespace rocada::engine {

// To the side to move, whose score it is.
bool is_draw_welcome(const chess::Position& position, eval::Score score);
// To the side that expects so many points, wins and half of the draws, from 0 to 1.
bool is_draw_welcome_with(const chess::Position& position, double points);

class DrawPolicy {
 public:
  // Our search before each move of ours: in which position, and what it found.
  void note_score(const chess::Position& position, eval::Score score);
  // Another game, or another course of this one.
  void forget() { *this = DrawPolicy(); }

  // The other side offers a draw. Who has no score yet does not know and declines.
  bool accepts(chess::Color us) const { return scored_ == us && is_welcome_; }
  // Does an offer go with the move whose score was noted last? Whoever asks makes it.
  bool offers();

 private:
  std::optional<chess::Color> scored_;  // the side whose score was noted last
  bool is_welcome_ = false;
  bool is_quiet_ = false;           // for some moves nothing has been captured and no pawn moved
  int level_moves_ = 0;             // of ours in a row, all of them a clear draw
  std::optional<int> since_offer_;  // moves of ours; none: we have not offered
};

}  // namespace rocada::engine
