// A search the caller waits for.
#pragma once

#include <functional>
#include <optional>

#include "engine/engine_api.h"

namespace rocada::engine {

// Told of each line on the search's own thread.
using LineHeard = std::function<void(const search::Line&)>;

// Blocks until the search has reached its limits, so there must be some.
search::Finished search_to_the_end(EngineApi& engine, const game::GameRecord& game, const search::Limits& limits);

// The same, but nothing where `should_stop` said so before the end; the search is over all the same. It is asked now
// and then, so that a signal handler may be behind it, which can set a flag but not wake a thread.
std::optional<search::Finished> search_and_wait(EngineApi& engine, const game::GameRecord& game,
                                                const search::Limits& limits, const std::function<bool()>& should_stop,
                                                const LineHeard& line_heard = {});

}  // namespace rocada::engine
