// AVX2: sixteen lanes.
#include <immintrin.h>

#include "eval/nnue/simd/vector_kernels.h"

namespace rocada::eval::nnue::simd {

namespace {

struct Avx2 {
  using Vector = __m256i;
  using Sum = __m256i;
  static constexpr int kLanes = 16;
  static constexpr int kChains = 2;
  static constexpr int kRowVectors = 8;

  static Vector load(Numbers from) { return _mm256_load_si256(reinterpret_cast<const __m256i*>(from)); }
  static Vector widened(SmallNumbers from) {
    return _mm256_cvtepi8_epi16(_mm_load_si128(reinterpret_cast<const __m128i*>(from)));
  }
  static void store(std::int16_t* to, Vector value) { _mm256_store_si256(reinterpret_cast<__m256i*>(to), value); }
  static Vector add(Vector a, Vector b) { return _mm256_add_epi16(a, b); }
  static Vector sub(Vector a, Vector b) { return _mm256_sub_epi16(a, b); }
  static Vector clamp(Vector x, std::int16_t highest) {
    return _mm256_min_epi16(_mm256_max_epi16(x, _mm256_setzero_si256()), _mm256_set1_epi16(highest));
  }
  static Vector multiply(Vector a, Vector b) { return _mm256_mullo_epi16(a, b); }
  static Sum zero() { return _mm256_setzero_si256(); }
  static Sum add_products(Sum sum, Vector a, Vector b) { return _mm256_add_epi32(sum, _mm256_madd_epi16(a, b)); }
  static Sum add_dots(Sum sum, Vector fours, const std::int8_t* weights) {
    const Vector pairs = _mm256_maddubs_epi16(fours, _mm256_load_si256(reinterpret_cast<const __m256i*>(weights)));
    return add_products(sum, pairs, _mm256_set1_epi16(1));
  }
  static Sum add_sums(Sum a, Sum b) { return _mm256_add_epi32(a, b); }
  static Sum load_sum(const std::int32_t* from) { return _mm256_load_si256(reinterpret_cast<const __m256i*>(from)); }
  static void store_sum(std::int32_t* to, Sum sum) { _mm256_store_si256(reinterpret_cast<__m256i*>(to), sum); }
  static Vector repeated(std::int32_t bits) { return _mm256_set1_epi32(bits); }
  template <int Bits>
  static Vector shifted_right(Vector x) {
    return _mm256_srli_epi16(x, Bits);
  }
  static void store_bytes(std::uint8_t* to, Vector a, Vector b) {
    const Vector packed = _mm256_packus_epi16(a, b);  // by halves: a0 b0 a1 b1
    _mm256_store_si256(reinterpret_cast<__m256i*>(to), _mm256_permute4x64_epi64(packed, _MM_SHUFFLE(3, 1, 2, 0)));
  }
};

}  // namespace

constinit const Kernels kAvx2 = VectorKernels<Avx2>::named("avx2");

}  // namespace rocada::eval::nnue::simd
