// What one compilation shows of itself: src/CMakeLists.txt gives it its name and its instruction level.
#include "chess/perft.h"
#include "search/instruction_level.h"
#include "search/worker.h"

namespace rocada::search {

namespace {

void search(Worker& worker, const game::GameRecord& game, SharedSearch& shared) { worker.run(game, shared); }

std::uint64_t perft(const chess::Position& position, int depth, chess::PerftTable* table) {
  return table != nullptr ? chess::perft(position, depth, *table) : chess::perft(position, depth);
}

}  // namespace

}  // namespace rocada::search

extern "C" const rocada::search::InstructionLevel ROCADA_LEVEL_SYMBOL;
extern "C" const rocada::search::InstructionLevel ROCADA_LEVEL_SYMBOL = {ROCADA_LEVEL_NAME, rocada::search::search,
                                                                         rocada::search::perft};
