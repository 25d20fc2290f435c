// The search behind as little of UCI as a match needs: position, go nodes or depth. To compare its strength.
#pragma once

#include <iosfwd>

#include "selfplay/weights.h"

namespace rocada::selfplay {

// Reads commands until `quit` or the end.
void talk_uci(const NetworkNumbers& network, std::istream& in, std::ostream& out);

}  // namespace rocada::selfplay
