// The search behind as little of UCI as a match needs: position and go nodes. To compare its strength.
#pragma once

#include <iosfwd>

#include "selfplay/weights.h"

namespace rocada::selfplay {

// Reads commands until `quit` or the end. The error says that the network has a width that is not played with.
util::Result<util::Done> talk_uci(const NetworkNumbers& network, std::istream& in, std::ostream& out);

}  // namespace rocada::selfplay
