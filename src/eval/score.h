// Scores: centipawns from the side to move's point of view, with mates at the far ends.
//
// A mate score counts plies from the node that holds it: kMate - 3 is "mate in two moves, three plies from here".
#pragma once

#include <cstdlib>

namespace rocada::eval {

using Score = int;

inline constexpr Score kDraw = 0;
inline constexpr Score kMate = 32000;
inline constexpr Score kInfinite = 32001;
inline constexpr int kMaxPly = 246;
inline constexpr Score kMateInMaxPly = kMate - kMaxPly;  // the weakest mate score

constexpr Score mate_in(int ply) { return kMate - ply; }
constexpr Score mated_in(int ply) { return -kMate + ply; }
constexpr bool is_mate_score(Score score) { return score >= kMateInMaxPly || score <= -kMateInMaxPly; }

// Full moves to mate: 2 for "I mate in two", -2 for "I am mated in two". Only for mate scores.
constexpr int moves_to_mate(Score score) { return score > 0 ? (kMate - score + 1) / 2 : -(kMate + score) / 2; }

}  // namespace rocada::eval
