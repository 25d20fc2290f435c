// The networks inside the program: those in nets/ as they were when the program was built.
#pragma once

#include <cstddef>
#include <span>

#include "chess/variant.h"
#include "eval/nnue/network.h"

namespace rocada::eval::nnue {

std::span<const std::byte> embedded_bytes(chess::Variant variant);

// All are read at the first call and shared by everybody; a test holds them to be sound.
const SharedNetwork& embedded_network(chess::Variant variant);

}  // namespace rocada::eval::nnue
