// AVX2: sixteen lanes.
#include <immintrin.h>

#include "eval/nnue/simd/vector_kernels.h"

namespace rocada::eval::nnue::simd {

namespace {

struct Avx2 {
  using Vector = __m256i;
  using Sum = __m256i;
  static constexpr int kLanes = 16;

  static Vector load(Numbers from) { return _mm256_load_si256(reinterpret_cast<const __m256i*>(from)); }
  static void store(std::int16_t* to, Vector value) { _mm256_store_si256(reinterpret_cast<__m256i*>(to), value); }
  static Vector add(Vector a, Vector b) { return _mm256_add_epi16(a, b); }
  static Vector sub(Vector a, Vector b) { return _mm256_sub_epi16(a, b); }
  static Vector clamp(Vector x, std::int16_t highest) {
    return _mm256_min_epi16(_mm256_max_epi16(x, _mm256_setzero_si256()), _mm256_set1_epi16(highest));
  }
  static Vector multiply(Vector a, Vector b) { return _mm256_mullo_epi16(a, b); }
  static Sum zero() { return _mm256_setzero_si256(); }
  static Sum add_products(Sum sum, Vector a, Vector b) { return _mm256_add_epi32(sum, _mm256_madd_epi16(a, b)); }
  static std::int32_t total(Sum a, Sum b) {
    const Sum both = _mm256_add_epi32(a, b);
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, _MM_SHUFFLE(1, 0, 3, 2)));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, _MM_SHUFFLE(2, 3, 0, 1)));
    return _mm_cvtsi128_si32(sum);
  }
};

}  // namespace

constinit const Kernels kAvx2 = VectorKernels<Avx2>::named("avx2");

}  // namespace rocada::eval::nnue::simd
