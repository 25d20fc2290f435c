// SoloSearch: one worker that searches on the caller's thread, with a table and histories of its own.
//
// For programs that play many games at once, each on its own thread: no thread is started for a search, nothing is
// shared and nothing is reported. It knows no time, only depth and nodes, so an answer depends on nothing but the game,
// the limits and the searches since clear().
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "chess/move.h"
#include "eval/score.h"
#include "game/game_record.h"
#include "search/limits.h"
#include "search/transposition_table.h"
#include "search/worker.h"
#include "util/result.h"

namespace rocada::search {

class SoloSearch {
 public:
  // The error says that the memory cannot be had.
  static util::Result<std::unique_ptr<SoloSearch>> create(std::size_t hash_mib, eval::nnue::SharedNetwork network);

  struct Answer {
    chess::Move best;       // none where there is no legal move
    eval::Score score = 0;  // from the side to move's point of view
    int depth = 0;          // the last one finished; 0: the limits left no time for any, and the score means nothing
    std::uint64_t nodes = 0;
  };
  // Searches the game's present position until a limit is reached, so there must be one of depth or nodes.
  Answer search(const game::GameRecord& game, const Limits& limits);
  // The best moves, at most `count`, best first, each with a score of its own. Empty where the limits left no time.
  struct ScoredMove {
    chess::Move move;
    eval::Score score = 0;
  };
  std::vector<ScoredMove> best_moves(const game::GameRecord& game, const Limits& limits, int count);
  // Forgets what earlier searches taught.
  void clear();

 private:
  explicit SoloSearch(eval::nnue::SharedNetwork network);
  const Worker& run(const game::GameRecord& game, const Limits& limits, int multi_pv);

  eval::nnue::SharedNetwork network_;
  TranspositionTable table_;
  std::vector<std::unique_ptr<Worker>> workers_;  // a single one: a search expects a list
};

}  // namespace rocada::search
