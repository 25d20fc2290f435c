// Scores by what people are shown, so that tests do not depend on the network's units.
#pragma once

#include "chess/fen.h"
#include "chess/position.h"
#include "eval/wdl.h"

namespace rocada::test {

inline eval::Score score_shown_as(int centipawns, const chess::Position& position = chess::start_position()) {
  return eval::ScoreScale(position).score_of(centipawns);
}

}  // namespace rocada::test
