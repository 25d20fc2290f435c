// AVX-512 (F and BW) as vector_kernels.h wants it: 32 lanes. Included by each of the files for AVX-512 once, and so in
// an unnamed namespace.
#pragma once

#include <immintrin.h>

#include "eval/nnue/simd/kernels.h"

namespace rocada::eval::nnue::simd {

namespace {

struct Avx512 {
  using Vector = __m512i;
  using Sum = __m512i;
  static constexpr int kLanes = 32;

  static Vector load(Numbers from) { return _mm512_load_si512(from); }
  static void store(std::int16_t* to, Vector value) { _mm512_store_si512(to, value); }
  static Vector add(Vector a, Vector b) { return _mm512_add_epi16(a, b); }
  static Vector sub(Vector a, Vector b) { return _mm512_sub_epi16(a, b); }
  static Vector clamp(Vector x, std::int16_t highest) {
    return _mm512_min_epi16(_mm512_max_epi16(x, _mm512_setzero_si512()), _mm512_set1_epi16(highest));
  }
  static Vector multiply(Vector a, Vector b) { return _mm512_mullo_epi16(a, b); }
  static Sum zero() { return _mm512_setzero_si512(); }
  static Sum add_products(Sum sum, Vector a, Vector b) { return _mm512_add_epi32(sum, _mm512_madd_epi16(a, b)); }
  static std::int32_t total(Sum a, Sum b) {
    const Sum both = _mm512_add_epi32(a, b);
    const __m256i halves = _mm256_add_epi32(half<0>(both), half<1>(both));
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(halves), _mm256_extracti128_si256(halves, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, _MM_SHUFFLE(1, 0, 3, 2)));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, _MM_SHUFFLE(2, 3, 0, 1)));
    return _mm_cvtsi128_si32(sum);
  }

 private:
  // The masked form with every lane wanted: for the plain one, g++ 12 warns of its own header.
  template <int Which>
  static __m256i half(Sum sum) {
    return _mm512_maskz_extracti64x4_epi64(static_cast<__mmask8>(0xFF), sum, Which);
  }
};

}  // namespace

}  // namespace rocada::eval::nnue::simd
