// Ctrl-C and the like for subcommands that work for a long time: a wish to end soon, with what there is.
#pragma once

namespace rocada::util {

// From now on the first signal to end only sets a flag; a second one ends the program the hard way. Signals that
// whoever started the program has it ignore, as nohup does, stay ignored. False where the system does not allow it.
bool catch_interrupts();
// The same with a handler of the caller's own.
bool catch_interrupts(void (*handler)(int));
// Has such a signal come? May be asked from any thread.
bool is_interrupted();

}  // namespace rocada::util
