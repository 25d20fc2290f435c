// SSE2: every x86-64 has it, and nothing newer would help vectors of this width.
#include <emmintrin.h>

#include "eval/nnue/simd/vector_kernels.h"

namespace rocada::eval::nnue::simd {

namespace {

struct Sse2 {
  using Vector = __m128i;
  using Sum = __m128i;
  static constexpr int kLanes = 8;

  static Vector load(Numbers from) { return _mm_load_si128(reinterpret_cast<const __m128i*>(from)); }
  static void store(std::int16_t* to, Vector value) { _mm_store_si128(reinterpret_cast<__m128i*>(to), value); }
  static Vector add(Vector a, Vector b) { return _mm_add_epi16(a, b); }
  static Vector sub(Vector a, Vector b) { return _mm_sub_epi16(a, b); }
  static Vector clamp(Vector x, std::int16_t highest) {
    return _mm_min_epi16(_mm_max_epi16(x, _mm_setzero_si128()), _mm_set1_epi16(highest));
  }
  static Vector multiply(Vector a, Vector b) { return _mm_mullo_epi16(a, b); }
  static Sum zero() { return _mm_setzero_si128(); }
  static Sum add_products(Sum sum, Vector a, Vector b) { return _mm_add_epi32(sum, _mm_madd_epi16(a, b)); }
  static std::int32_t total(Sum a, Sum b) {
    Sum sum = _mm_add_epi32(a, b);
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, _MM_SHUFFLE(1, 0, 3, 2)));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, _MM_SHUFFLE(2, 3, 0, 1)));
    return _mm_cvtsi128_si32(sum);
  }
};

}  // namespace

constinit const Kernels kSse2 = VectorKernels<Sse2>::named("sse2");

}  // namespace rocada::eval::nnue::simd
