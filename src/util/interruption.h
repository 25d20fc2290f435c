// Ctrl-C and the like: what a process does when it is told to end. util/system holds the code.
#pragma once

#include <atomic>

namespace rocada::util {

// For what works for a long time: a wish to end soon, with what there is. From now on the first signal to end only sets
// a flag and wakes whoever waits for input; a second one ends the program the hard way. Signals that whoever started
// the program has it ignore, as nohup does, stay ignored. False where the system does not allow it.
bool catch_interrupts();
// Set when such a signal has come. May be asked from any thread.
const std::atomic<bool>& interruption();
inline bool is_interrupted() { return interruption(); }

// For engines. XBoard interrupts those that think, and terminates those it has told to quit: the first must be
// survived, the second may come before the word `quit` is read. Readers who go away are an error of writing to them.
void behave_as_engine();

// Ctrl-C may end whoever reads what we print; from now on that does not end us.
void outlive_readers();

}  // namespace rocada::util
