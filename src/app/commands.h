// The subcommands of `rocada`, one function each.
#pragma once

#include "app/program.h"

namespace rocada::app {

int talk_command();
int bench_command(int depth);
int perft_command(const PerftArguments& arguments);
int play_command(const PlayArguments& arguments);
int suite_command(const SuiteArguments& arguments);
int eval_command(const EvalArguments& arguments);

}  // namespace rocada::app
