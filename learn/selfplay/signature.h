// The signature of the games: a checksum of some, played by a network that never changes. Another as soon as a change
// touches how they are played, so a file that one search has begun is not gone on with by another. A test plays them
// and says so when this is not their sum.
#pragma once

#include <cstdint>

namespace rocada::selfplay {

inline constexpr std::uint64_t kGamesSignature = 0xeb319ebdc862192f;

}  // namespace rocada::selfplay
