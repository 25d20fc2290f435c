// A position shown to a person: the answers to `d` and `eval`, in UCI and the console alike.
#pragma once

#include <string>

#include "chess/position.h"
#include "eval/score.h"
#include "eval/wdl.h"
#include "protocol/output.h"

namespace rocada::protocol {

// The board, White below; FEN, key, checkers and the number of legal moves.
void print_position(const chess::Position& position, Output& output);

// "+0.35", "-M2" (we are mated in two): the score of the side to move, in pawns as they are shown.
std::string score_text(eval::Score score, const eval::ScoreScale& scale);

void print_evaluation(const chess::Position& position, eval::Score score, Output& output);

}  // namespace rocada::protocol
