// What a search keeps in memory: the line it is on, its moves, and what it has learned in this game.
#pragma once

#include "data/self_play_limits.h"
#include "selfplay/accumulator.h"
#include "selfplay/hash_table.h"
#include "selfplay/movegen.h"

namespace rocada::selfplay {

inline constexpr int kMaxPly = 64;
inline constexpr int kMovePool = 3072;  // the lists of all nodes of a line, one after another
inline constexpr int kKeys = data::kMostPlies + kMaxPly + 2;

// What the value of the child tells its parent.
enum class Reply { Full, Scout, Reduced, Null };

struct Node {
  Position position;
  Bits shields = 0;
  int computed = 0;  // of the accumulator: Evaluation says which bit is what
  bool in_check = false;
  bool is_pv = false;
  bool improving = true;
  int depth = 0;
  eval::Score alpha = 0;
  eval::Score alpha_at_first = 0;
  eval::Score beta = 0;
  eval::Score best = 0;
  eval::Score eval = eval::kNoScore;  // kNoScore in check
  eval::Score expected = 0;           // the same after what the table knows; nothing in check
  int list = 0;                       // where its moves begin in the pool
  int moves = 0;
  int searched = 0;
  Reply reply = Reply::Full;
  bool move_is_quiet = false;
  int reduction = 0;
  chess::Move move;  // the one being searched; none for the null move
  chess::Move best_move;
  chess::Move hash_move;
};

template <typename Net>
struct SearchMemory {
  Position root;
  Node stack[kMaxPly + 1];
  Accumulator<Net> accumulators[kMaxPly + 1];
  ListedMove pool[kMovePool];
  std::uint64_t keys[kKeys];  // of the game, and of the line after them
  chess::Move killers[kMaxPly + 1][2];
  std::int16_t history[2][64][64];       // by colour, from and to
  chess::Move counter_moves[2][64][64];  // to the move before
  HashBucket table[kHashBuckets];
};

}  // namespace rocada::selfplay
