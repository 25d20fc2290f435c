// The search of an analysis: an engine's lines for each position of a stretch of a game.
//
// Blocks its caller. The engine reports from a thread of its own; nothing of that is seen here.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "analysis/game_analysis.h"
#include "engine/engine_api.h"
#include "game/game_record.h"
#include "search/limits.h"
#include "search/report.h"

namespace rocada::analysis {

// May be asked from any thread, and often.
using ShouldStop = std::function<bool()>;

// Puts what a search reports together: for each rank the last line that is not a bound.
class LineCollector {
 public:
  void line(const search::Line& line);
  // One line at least, the best first, no first move twice.
  FoundLines lines(const search::Finished& finished) const;

 private:
  std::vector<FoundLine> by_rank_;
};

// Positions searched beyond the last that is asked for.
inline constexpr std::size_t kLookAhead = 4;
// Plies of a line that are kept.
inline constexpr std::size_t kKeptPlies = 12;

// The lines of positions first to last - 1 of the game. They are searched from the last to the first with one table: so
// each search knows what came of the moves that were played, and a move is blamed only for what its reply shows; for
// the last of them a few positions more are searched. Where the game shows a mate that a search has not seen, the lines
// tell it. The table is empty at the start, so that the answer depends on nothing but the arguments, unless the limits
// are of time. Nothing once `should_stop`.
std::optional<std::vector<FoundLines>> search_positions(engine::EngineApi& engine, const game::GameRecord& game,
                                                        std::size_t first, std::size_t last,
                                                        const search::Limits& limits, const ShouldStop& should_stop,
                                                        const std::function<void()>& position_done);

}  // namespace rocada::analysis
