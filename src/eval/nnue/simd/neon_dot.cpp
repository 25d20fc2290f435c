// NEON with dot products: four products of bytes are added up by one instruction.
#include "eval/nnue/simd/neon_set.h"
#include "eval/nnue/simd/vector_kernels.h"

namespace rocada::eval::nnue::simd {

namespace {

struct NeonDot : Neon {
  static Sum add_dots(Sum sum, Vector fours, const std::int8_t* weights) {
    return vdotq_s32(sum, vreinterpretq_s8_s16(fours), vld1q_s8(weights));
  }
};

}  // namespace

constinit const Kernels kNeonDot = VectorKernels<NeonDot>::named("neondot");

}  // namespace rocada::eval::nnue::simd
