// NEON: every 64-bit ARM has it.
#include <arm_neon.h>

#include "eval/nnue/simd/vector_kernels.h"

namespace rocada::eval::nnue::simd {

namespace {

struct Neon {
  using Vector = int16x8_t;
  using Sum = int32x4_t;
  static constexpr int kLanes = 8;

  static Vector load(Numbers from) { return vld1q_s16(from); }
  static void store(std::int16_t* to, Vector value) { vst1q_s16(to, value); }
  static Vector add(Vector a, Vector b) { return vaddq_s16(a, b); }
  static Vector sub(Vector a, Vector b) { return vsubq_s16(a, b); }
  static Vector clamp(Vector x, std::int16_t highest) {
    return vminq_s16(vmaxq_s16(x, vdupq_n_s16(0)), vdupq_n_s16(highest));
  }
  static Vector multiply(Vector a, Vector b) { return vmulq_s16(a, b); }
  static Sum zero() { return vdupq_n_s32(0); }
  static Sum add_products(Sum sum, Vector a, Vector b) {
    return vmlal_high_s16(vmlal_s16(sum, vget_low_s16(a), vget_low_s16(b)), a, b);
  }
  static std::int32_t total(Sum a, Sum b) { return vaddvq_s32(vaddq_s32(a, b)); }
};

}  // namespace

constinit const Kernels kNeon = VectorKernels<Neon>::named("neon");

}  // namespace rocada::eval::nnue::simd
