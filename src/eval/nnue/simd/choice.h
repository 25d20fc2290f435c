// Which kernels this processor can run, and the choice among them.
#pragma once

#include <string_view>
#include <vector>

#include "eval/nnue/simd/kernels.h"

namespace rocada::eval::nnue::simd {

// Names kernels by hand: for tests, and for whoever doubts the choice.
inline constexpr const char* kKernelVariable = "ROCADA_KERNEL";

// The fastest first; the scalar ones are the last.
std::vector<const Kernels*> usable_kernels();

// Null where no kernels have that name or this processor cannot run them.
const Kernels* kernels_named(std::string_view name);

// The fastest, or those the environment names. A name that cannot be had counts as none: main() has refused it.
const Kernels& chosen_kernels();

}  // namespace rocada::eval::nnue::simd
