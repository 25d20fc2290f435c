// Ctrl-C and the like for subcommands that work for a long time: a wish to end soon, with what there is.
#pragma once

namespace rocada::app {

// From now on the first signal to end only sets a flag; a second one ends the program the hard way. False where the
// system does not allow it.
bool catch_interrupts();
// Has such a signal come? May be asked from any thread.
bool is_interrupted();

}  // namespace rocada::app
