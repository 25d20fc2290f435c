// The subcommands of `rocada`, one function each.
#pragma once

#include "app/program.h"

namespace rocada::app {

int talk_command();
int perft_command(const PerftArguments& arguments);

}  // namespace rocada::app
