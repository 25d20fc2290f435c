// Bound: what a score says of the true one.
#pragma once

#include <cstdint>

namespace rocada::search {

// No score at all; it is no higher; no lower; or exactly this.
enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

}  // namespace rocada::search
