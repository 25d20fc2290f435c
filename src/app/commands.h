// The subcommands of `rocada`, one function each. It runs to the end, writes to stdout and stderr, and returns the exit
// status.
#pragma once

#include "app/arguments.h"

namespace rocada::app {

int talk_command();  // CECP, UCI or the console on stdin and stdout
int bench_command(int depth);
int perft_command(const PerftArguments& arguments);
int play_command(const PlayArguments& arguments);
int suite_command(const SuiteArguments& arguments);
int eval_command(const EvalArguments& arguments);
int analyse_command(const AnalyseArguments& arguments);
int net_info_command(const std::optional<std::string>& file);  // of the embedded networks without one
int net_check_command(const NetCheckArguments& arguments);
int net_judge_command(const NetJudgeArguments& arguments);
int book_make_command(const BookMakeArguments& arguments);
int book_grow_command(const BookGrowArguments& arguments);
int book_show_command(const BookShowArguments& arguments);  // of the embedded book without one
int datagen_command(const DatagenArguments& arguments);
int data_verify_command(const DataVerifyArguments& arguments);
int data_stats_command(const DataStatsArguments& arguments);
int data_expand_command(const DataExpandArguments& arguments);
int data_scores_command(const DataScoresArguments& arguments);

}  // namespace rocada::app
