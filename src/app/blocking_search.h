// A search that the caller waits for: how a game in the terminal thinks.
#pragma once

#include <atomic>
#include <optional>

#include "engine/engine_api.h"

namespace rocada::app {

// Searches the game's present position and waits for the end. Nothing once `interrupted` is set, which a signal handler
// may do: then the search is over all the same.
std::optional<search::Finished> search_and_wait(engine::EngineApi& engine, const game::GameRecord& game,
                                                const search::Limits& limits, const std::atomic<bool>& interrupted);

}  // namespace rocada::app
