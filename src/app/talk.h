// A conversation on standard input and output, in the protocol that its first line asks for.
#pragma once

#include "engine/engine_api.h"
#include "util/line_log.h"

namespace rocada::app {

// Blocks until the input has ended or said quit, and the engine's last search is over. Every line that comes and goes
// is written to the log, where that is open. Once in a process.
void talk(engine::EngineApi& engine, util::LineLog& log);

}  // namespace rocada::app
