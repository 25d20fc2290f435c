#include "app/program.h"

#include "app/commands.h"

// The one symbol of each compilation that main.cpp can see: rocada_program_LEVEL.
extern "C" const rocada::app::Program ROCADA_PROGRAM;
extern "C" const rocada::app::Program ROCADA_PROGRAM = {
    .level = ROCADA_LEVEL,
    .talk = rocada::app::talk_command,
    .bench = rocada::app::bench_command,
    .perft = rocada::app::perft_command,
    .play = rocada::app::play_command,
    .suite = rocada::app::suite_command,
    .eval = rocada::app::eval_command,
    .analyse = rocada::app::analyse_command,
    .net_info = rocada::app::net_info_command,
    .net_check = rocada::app::net_check_command,
    .net_judge = rocada::app::net_judge_command,
    .book_make = rocada::app::book_make_command,
    .book_grow = rocada::app::book_grow_command,
    .book_show = rocada::app::book_show_command,
    .datagen = rocada::app::datagen_command,
    .data_verify = rocada::app::data_verify_command,
    .data_stats = rocada::app::data_stats_command,
    .data_expand = rocada::app::data_expand_command,
    .data_scores = rocada::app::data_scores_command,
};
