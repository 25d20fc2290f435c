// What the command lines of our programs share: how arguments are declared, and what a process does before and after
// its work.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>

#include "app/arguments.h"

namespace rocada::app {

void declare_variant(CLI::App& command, std::string& variant);
void declare_move_time(CLI::App& command, std::optional<int>& milliseconds, const std::string& description);
void declare_threads(CLI::App& command, int& threads);
void declare_analyse(CLI::App& command, AnalyseArguments& arguments);
void declare_datagen(CLI::App& command, DatagenArguments& arguments);

// Runs `program` as a whole process of that name: with all standard descriptors, on a processor that has what was asked
// for by hand, and with a line on standard error for what goes wrong. Returns the exit status.
int run_process(const char* name, const std::function<int()>& program);

}  // namespace rocada::app
