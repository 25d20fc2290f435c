// The networks inside the program: those in nets/ as they were when the program was built.
#pragma once

#include <cstddef>
#include <span>

#include "chess/variant.h"
#include "eval/nnue/network.h"

namespace rocada::eval::nnue {

std::span<const std::byte> embedded_bytes(chess::Variant variant);

// Shared by everybody; a test holds them to be sound. All are read at the first call, in a browser each when it is
// first asked for.
const SharedNetwork& embedded_network(chess::Variant variant);

// What it says of itself, which may be asked without reading it.
const NetworkCard& embedded_card(chess::Variant variant);

}  // namespace rocada::eval::nnue
