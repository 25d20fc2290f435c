// The network inside the program: nets/rocada.nnue as it was when the program was built.
#pragma once

#include <cstddef>
#include <span>

#include "eval/nnue/network.h"

namespace rocada::eval::nnue {

// Empty in a build that was made without one.
std::span<const std::byte> embedded_bytes();

// Read at the first call and shared by everybody. Only for builds that hold a network; a test holds it to be sound.
const Network& embedded_network();

}  // namespace rocada::eval::nnue
