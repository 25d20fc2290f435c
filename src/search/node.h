// Node: what the pruning rules may know of the position being searched. Plain facts, no behaviour.
#pragma once

#include <optional>

#include "chess/move.h"
#include "eval/score.h"
#include "search/transposition_table.h"

namespace rocada::search {

struct Node {
  int depth = 0;
  eval::Score alpha = 0;
  eval::Score beta = 0;
  eval::Score first_alpha = 0;              // before any move, or tablebase, raised it
  eval::Score at_least = -eval::kInfinite;  // by the tablebases
  eval::Score at_most = eval::kInfinite;    // the same
  int ply = 0;
  bool is_pv = false;       // an exact score is wanted
  bool expect_cut = false;  // some move is expected to beat beta (cut node)
  bool in_check = false;
  bool checks_win = false;                    // a check is progress by itself (3-check)
  bool improving = false;                     // better than two plies ago
  bool was_pv = false;                        // is, or has been, part of a principal variation (ttPv)
  eval::Score bare_score = eval::kNoScore;    // the evaluation; none in check
  eval::Score static_score = eval::kNoScore;  // the same, corrected
  eval::Score estimate = eval::kNoScore;      // the same, or what the table knows better
  eval::Score uncertainty = 0;                // size of the correction
  eval::Score root_window = 1;                // between alpha and beta, at the root
  chess::Move table_move{};
  bool table_move_is_noisy = false;
  std::optional<TableEntry> known{};
  chess::Move excluded{};  // left out, to see whether it is the only good move

  bool is_root() const { return ply == 0; }
};

// One of the node's moves.
struct MoveFacts {
  int number = 0;  // from 1
  bool is_quiet = false;
  bool gives_check = false;
  int history = 0;    // what is expected of it (statScore)
  int butterfly = 0;  // the same of its squares alone, for quiet moves
};

}  // namespace rocada::search
