// A position shown to a person: the answers to `d`, `eval` and `perft`, in UCI and the console alike.
#pragma once

#include <string>
#include <string_view>

#include "chess/notation.h"
#include "chess/position.h"
#include "eval/score.h"
#include "protocol/output.h"
#include "util/result.h"

namespace rocada::protocol {

// The board, White below; FEN, key, checkers and the number of legal moves.
void print_position(const chess::Position& position, Output& output);

// "+0.35", "-M2" (we are mated in two): the score of the side to move.
std::string score_text(eval::Score score);

void print_evaluation(const chess::Position& position, eval::Score score, Output& output);

// Counts `depth` plies (as text, from 1 to kDeepestPerft) move by move, and prints each count as it is known. Blocks
// until it is done.
inline constexpr int kDeepestPerft = 20;
util::Result<util::Done> print_perft(const chess::Position& position, std::string_view depth,
                                     chess::CastlingText castling, Output& output);

}  // namespace rocada::protocol
