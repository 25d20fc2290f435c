// The network inside the program: nets/rocada.nnue as it was when the program was built.
#pragma once

#include <cstddef>
#include <span>

#include "chess/variant.h"
#include "eval/nnue/network.h"

namespace rocada::eval::nnue {

std::span<const std::byte> embedded_bytes();

// Read at the first call and shared by everybody; a test holds it to be sound. 3-check borrows that of normal chess.
const SharedNetwork& embedded_network(chess::Variant variant);

}  // namespace rocada::eval::nnue
