// What the endgame tables say about the moves at the root, and what follows for choosing among them.
#pragma once

#include <optional>
#include <vector>

#include "chess/move.h"
#include "eval/score.h"
#include "game/game_record.h"
#include "tb/syzygy.h"

namespace rocada::search {

// How the tables are used.
struct TablebaseSettings {
  // Below the root they are asked from this depth on; positions with fewer men than the largest tables have, always.
  int probe_depth = 1;
  bool fifty_move_rule = true;  // false: what only that rule draws counts as won or lost
};

// A move of higher rank is always to be preferred; among equals the search decides.
struct RankedMove {
  chess::Move move;
  int rank = 0;
  eval::Score score = eval::kDraw;  // what the tables say the move is worth
};

struct RootRanking {
  std::vector<RankedMove> moves;  // all legal ones
  // Should the search ask the tables below the root too? Only where it must find the way to a known win by itself. When
  // the moves are ranked by distance it plays better chess without: all wins look alike to the tables, also those that
  // give a piece away for nothing.
  bool search_needs_tables = false;
};

// None where the tables do not know the game's present position.
std::optional<RootRanking> rank_root_moves(const game::GameRecord& game, const tb::Tablebases& tables,
                                           bool fifty_move_rule);

}  // namespace rocada::search
