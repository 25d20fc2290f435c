// NEON as vector_kernels.h wants it: 8 lanes. Included by each of the files for NEON once, and so in an unnamed
// namespace.
#pragma once

#include <arm_neon.h>

#include <cstdint>

#include "eval/nnue/simd/kernels.h"

namespace rocada::eval::nnue::simd {

namespace {

struct Neon {
  using Vector = int16x8_t;
  using Sum = int32x4_t;
  static constexpr int kLanes = 8;
  static constexpr int kChains = 2;
  static constexpr int kRowVectors = 16;

  static Vector load(Numbers from) { return vld1q_s16(from); }
  static Vector widened(SmallNumbers from) { return vmovl_s8(vld1_s8(from)); }
  static void store(std::int16_t* to, Vector value) { vst1q_s16(to, value); }
  static Vector add(Vector a, Vector b) { return vaddq_s16(a, b); }
  static Vector sub(Vector a, Vector b) { return vsubq_s16(a, b); }
  static Vector clamp(Vector x, std::int16_t highest) {
    return vminq_s16(vmaxq_s16(x, vdupq_n_s16(0)), vdupq_n_s16(highest));
  }
  static Vector multiply(Vector a, Vector b) { return vmulq_s16(a, b); }
  static Sum zero() { return vdupq_n_s32(0); }
  static Sum add_products(Sum sum, Vector a, Vector b) {
    return vaddq_s32(sum, vpaddq_s32(vmull_s16(vget_low_s16(a), vget_low_s16(b)), vmull_high_s16(a, b)));
  }
  // The inputs are below 128 and so the same with a sign.
  static Sum add_dots(Sum sum, Vector fours, const std::int8_t* weights) {
    const int8x16_t inputs = vreinterpretq_s8_s16(fours);
    const int8x16_t bytes = vld1q_s8(weights);
    const int16x8_t low = vmull_s8(vget_low_s8(inputs), vget_low_s8(bytes));
    return vpadalq_s16(sum, vpaddq_s16(low, vmull_high_s8(inputs, bytes)));
  }
  static Sum add_sums(Sum a, Sum b) { return vaddq_s32(a, b); }
  static Sum load_sum(const std::int32_t* from) { return vld1q_s32(from); }
  static void store_sum(std::int32_t* to, Sum sum) { vst1q_s32(to, sum); }
  static Vector repeated(std::int32_t bits) { return vreinterpretq_s16_s32(vdupq_n_s32(bits)); }
  template <int Bits>
  static Vector shifted_right(Vector x) {
    return vreinterpretq_s16_u16(vshrq_n_u16(vreinterpretq_u16_s16(x), Bits));
  }
  static void store_bytes(std::uint8_t* to, Vector a, Vector b) {
    vst1q_u8(to, vcombine_u8(vqmovun_s16(a), vqmovun_s16(b)));
  }
};

}  // namespace

}  // namespace rocada::eval::nnue::simd
