// SSE2: every x86-64 has it, and nothing newer would help vectors of this width.
#include <emmintrin.h>

#include "eval/nnue/simd/vector_kernels.h"

namespace rocada::eval::nnue::simd {

namespace {

struct Sse2 {
  using Vector = __m128i;
  using Sum = __m128i;
  static constexpr int kLanes = 8;
  static constexpr int kChains = 1;
  static constexpr int kRowVectors = 8;

  static Vector load(Numbers from) { return _mm_load_si128(reinterpret_cast<const __m128i*>(from)); }
  static Vector widened(SmallNumbers from) {
    const Vector bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(from));
    return _mm_srai_epi16(_mm_unpacklo_epi8(bytes, bytes), 8);
  }
  static void store(std::int16_t* to, Vector value) { _mm_store_si128(reinterpret_cast<__m128i*>(to), value); }
  static Vector add(Vector a, Vector b) { return _mm_add_epi16(a, b); }
  static Vector sub(Vector a, Vector b) { return _mm_sub_epi16(a, b); }
  static Vector clamp(Vector x, std::int16_t highest) {
    return _mm_min_epi16(_mm_max_epi16(x, _mm_setzero_si128()), _mm_set1_epi16(highest));
  }
  static Vector multiply(Vector a, Vector b) { return _mm_mullo_epi16(a, b); }
  static Sum zero() { return _mm_setzero_si128(); }
  static Sum add_products(Sum sum, Vector a, Vector b) { return _mm_add_epi32(sum, _mm_madd_epi16(a, b)); }
  // There are no products of bytes: two vectors of 16-bit lanes hold two lanes of the sum each, in halves.
  static Sum add_dots(Sum sum, Vector fours, const std::int8_t* weights) {
    const Vector bytes = _mm_load_si128(reinterpret_cast<const __m128i*>(weights));
    const Vector inputs = _mm_unpacklo_epi8(fours, _mm_setzero_si128());
    const __m128 low = _mm_castsi128_ps(_mm_madd_epi16(inputs, _mm_srai_epi16(_mm_unpacklo_epi8(bytes, bytes), 8)));
    const __m128 high = _mm_castsi128_ps(_mm_madd_epi16(inputs, _mm_srai_epi16(_mm_unpackhi_epi8(bytes, bytes), 8)));
    const Sum even = _mm_castps_si128(_mm_shuffle_ps(low, high, _MM_SHUFFLE(2, 0, 2, 0)));
    const Sum odd = _mm_castps_si128(_mm_shuffle_ps(low, high, _MM_SHUFFLE(3, 1, 3, 1)));
    return _mm_add_epi32(sum, _mm_add_epi32(even, odd));
  }
  static Sum add_sums(Sum a, Sum b) { return _mm_add_epi32(a, b); }
  static Sum load_sum(const std::int32_t* from) { return _mm_load_si128(reinterpret_cast<const __m128i*>(from)); }
  static void store_sum(std::int32_t* to, Sum sum) { _mm_store_si128(reinterpret_cast<__m128i*>(to), sum); }
  static Vector repeated(std::int32_t bits) { return _mm_set1_epi32(bits); }
  template <int Bits>
  static Vector shifted_right(Vector x) {
    return _mm_srli_epi16(x, Bits);
  }
  static void store_bytes(std::uint8_t* to, Vector a, Vector b) {
    _mm_store_si128(reinterpret_cast<__m128i*>(to), _mm_packus_epi16(a, b));
  }
};

}  // namespace

constinit const Kernels kSse2 = VectorKernels<Sse2>::named("sse2");

}  // namespace rocada::eval::nnue::simd
