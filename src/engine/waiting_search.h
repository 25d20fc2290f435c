// A search the caller waits for, where only the answer counts.
#pragma once

#include "engine/engine_api.h"

namespace rocada::engine {

// Blocks until the search has reached its limits, so there must be some.
search::Finished search_to_the_end(EngineApi& engine, const game::GameRecord& game, const search::Limits& limits);

}  // namespace rocada::engine
