// ResignPolicy: when Rocada gives a game up.
//
// Only when right: where all of a thousand games with our score are lost between engines (eval/wdl.h), whatever the
// number of pieces, as our own search saw it at several moves in a row; or where it saw the mate. Who has nothing left
// to mate with is never given a game, whatever a search says. Owned by whoever plays the game.
#pragma once

#include <optional>

#include "chess/color.h"
#include "chess/position.h"
#include "eval/score.h"

namespace rocada::engine {

class ResignPolicy {
 public:
  // Our search before each move of ours: in which position, and what it found.
  void note_score(const chess::Position& position, eval::Score score);
  // Another game, or another course of this one.
  void forget() { *this = ResignPolicy(); }

  // Is it time, instead of the move whose score was noted last?
  bool is_due() const;

 private:
  std::optional<chess::Color> scored_;  // the side whose score was noted last
  int lost_moves_ = 0;                  // of ours in a row, all of them in a lost game
};

}  // namespace rocada::engine
