// Scores: what the network says, from the side to move's point of view, with mates at the far ends and wins by
// tablebase next to them. What they mean to people, in pawns and chances, says wdl.h.
//
// A mate score counts plies from the node that holds it: kMate - 3 is "mate in two moves, three plies from here". So
// does a win by tablebase: it tells how far away the position is that the tables know to be won.
#pragma once

#include <cstdlib>

namespace rocada::eval {

using Score = int;

inline constexpr Score kDraw = 0;
inline constexpr Score kMate = 32000;
inline constexpr Score kInfinite = 32001;
inline constexpr Score kNoScore = 32002;  // not known, or without meaning
inline constexpr int kMaxPly = 246;
inline constexpr Score kMateInMaxPly = kMate - kMaxPly;  // the weakest mate score
inline constexpr Score kTablebaseWin = kMateInMaxPly - 1;
inline constexpr Score kTablebaseWinInMaxPly = kTablebaseWin - kMaxPly;  // the weakest of them
inline constexpr Score kHighestEvaluation = kTablebaseWinInMaxPly - 1;
inline constexpr Score kCursedWin = kDraw + 1;  // won, were it not for the fifty-move rule

constexpr Score mate_in(int ply) { return kMate - ply; }
constexpr Score mated_in(int ply) { return -kMate + ply; }
constexpr Score tablebase_win_in(int ply) { return kTablebaseWin - ply; }
constexpr bool is_mate_score(Score score) { return score >= kMateInMaxPly || score <= -kMateInMaxPly; }
// A mate or a win by tablebase, for either side: more than an evaluation.
constexpr bool is_decisive(Score score) { return score > kHighestEvaluation || score < -kHighestEvaluation; }

// Full moves to mate: 2 for "I mate in two", -2 for "I am mated in two", whoever is to move. Only for mate scores.
constexpr int moves_to_mate(Score score) { return score > 0 ? (kMate - score + 1) / 2 : -((kMate + score + 1) / 2); }

}  // namespace rocada::eval
