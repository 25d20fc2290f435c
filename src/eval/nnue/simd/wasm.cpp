// WebAssembly's vectors of 128 bits, which every browser of today has.
#include <wasm_simd128.h>

#include "eval/nnue/simd/vector_kernels.h"

namespace rocada::eval::nnue::simd {

namespace {

struct Wasm {
  using Vector = v128_t;
  // Dots of bytes come as two halves of each lane, side by side. They are put together at the very end only.
  struct Sum {
    v128_t whole;
    v128_t halves01;  // of lanes 0 and 1
    v128_t halves23;
  };
  static constexpr int kLanes = 8;
  static constexpr int kChains = 1;
  static constexpr int kRowVectors = 8;

  static Vector load(Numbers from) { return wasm_v128_load(from); }
  static Vector widened(SmallNumbers from) { return wasm_i16x8_load8x8(from); }
  static void store(std::int16_t* to, Vector value) { wasm_v128_store(to, value); }
  static Vector add(Vector a, Vector b) { return wasm_i16x8_add(a, b); }
  static Vector sub(Vector a, Vector b) { return wasm_i16x8_sub(a, b); }
  static Vector clamp(Vector x, std::int16_t highest) {
    return wasm_i16x8_min(wasm_i16x8_max(x, wasm_i16x8_splat(0)), wasm_i16x8_splat(highest));
  }
  static Vector multiply(Vector a, Vector b) { return wasm_i16x8_mul(a, b); }
  static Sum zero() { return {wasm_i32x4_splat(0), wasm_i32x4_splat(0), wasm_i32x4_splat(0)}; }
  static Sum add_products(Sum sum, Vector a, Vector b) {
    return {wasm_i32x4_add(sum.whole, wasm_i32x4_dot_i16x8(a, b)), sum.halves01, sum.halves23};
  }
  static Sum add_dots(Sum sum, Vector fours, const std::int8_t* weights) {
    const v128_t inputs = wasm_u16x8_extend_low_u8x16(fours);
    const v128_t dots01 = wasm_i32x4_dot_i16x8(inputs, wasm_i16x8_load8x8(weights));
    const v128_t dots23 = wasm_i32x4_dot_i16x8(inputs, wasm_i16x8_load8x8(weights + 8));
    return {sum.whole, wasm_i32x4_add(sum.halves01, dots01), wasm_i32x4_add(sum.halves23, dots23)};
  }
  static Sum add_sums(Sum a, Sum b) {
    return {wasm_i32x4_add(a.whole, b.whole), wasm_i32x4_add(a.halves01, b.halves01),
            wasm_i32x4_add(a.halves23, b.halves23)};
  }
  static Sum load_sum(const std::int32_t* from) {
    return {wasm_v128_load(from), wasm_i32x4_splat(0), wasm_i32x4_splat(0)};
  }
  static void store_sum(std::int32_t* to, Sum sum) {
    const v128_t even = wasm_i32x4_shuffle(sum.halves01, sum.halves23, 0, 2, 4, 6);
    const v128_t odd = wasm_i32x4_shuffle(sum.halves01, sum.halves23, 1, 3, 5, 7);
    wasm_v128_store(to, wasm_i32x4_add(sum.whole, wasm_i32x4_add(even, odd)));
  }
  static Vector repeated(std::int32_t bits) { return wasm_i32x4_splat(bits); }
  template <int Bits>
  static Vector shifted_right(Vector x) {
    return wasm_u16x8_shr(x, Bits);
  }
  static void store_bytes(std::uint8_t* to, Vector a, Vector b) { wasm_v128_store(to, wasm_u8x16_narrow_i16x8(a, b)); }
};

}  // namespace

constinit const Kernels kWasm = VectorKernels<Wasm>::named("wasm");

}  // namespace rocada::eval::nnue::simd
