// The search's signature: the nodes of `rocada bench` with the network inside the program. Another as soon as a change
// touches what the search does, so what one search has begun is not taken for the work of another. A test runs the
// bench and says so when this is not its count.
#pragma once

#include <cstdint>

namespace rocada::search {

inline constexpr std::uint64_t kSearchSignature = 67905;

}  // namespace rocada::search
