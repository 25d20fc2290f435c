// The network inside the program: nets/rocada.nnue as it was when the program was built.
#pragma once

#include <cstddef>
#include <span>

#include "eval/nnue/network.h"

namespace rocada::eval::nnue {

std::span<const std::byte> embedded_bytes();

// The network in a file, or the embedded one where no file is named.
util::Result<SharedNetwork> find_network(const std::string& file);

// Read at the first call and shared by everybody; a test holds it to be sound.
const SharedNetwork& embedded_network();

}  // namespace rocada::eval::nnue
