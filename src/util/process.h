// What a process gets from the system it runs on: its arguments, its standard streams, the terminal, the time of day.
//
// util/system holds the code.
#pragma once

#include <cstddef>
#include <cstdio>
#include <ctime>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocada::util {

// The first thing a process does: all three standard streams are there and carry bytes as they are, and a file that
// grows beyond the user's limit is an error to tell, not to die of.
void prepare_process();

// The arguments in UTF-8, without the program's name. Takes what main() was given.
std::vector<std::string> arguments_of(int argc, char** argv);

// Is it a terminal that moves its cursor and shows colours when told so by escape sequences?
bool is_terminal(std::FILE* stream);
bool terminal_shows_utf8();

std::tm local_time(std::time_t time);

// Waits for standard input, and fills the beginning of `buffer` with what comes. 0: it has ended, or an interruption
// was caught (util/interruption.h).
std::size_t read_input(std::span<char> buffer);

// Standard output for readers that may be slow, stop reading or go away. From one thread.
enum class OutputFate { Written, NobodyListens, NobodyReads, Failed };  // errno says why it failed
OutputFate write_output(std::string_view text);
// Nobody will ask for anything more: who does not read now is not waited for much longer. From any thread.
void expect_no_more_input();

}  // namespace rocada::util
