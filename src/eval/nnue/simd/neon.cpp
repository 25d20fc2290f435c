// NEON: every 64-bit ARM has it.
#include "eval/nnue/simd/neon_set.h"
#include "eval/nnue/simd/vector_kernels.h"

namespace rocada::eval::nnue::simd {

constinit const Kernels kNeon = VectorKernels<Neon>::named("neon");

}  // namespace rocada::eval::nnue::simd
