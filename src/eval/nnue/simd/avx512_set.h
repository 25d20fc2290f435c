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
  static constexpr int kChains = 4;
  static constexpr int kRowVectors = 24;

  static Vector load(Numbers from) { return _mm512_load_si512(from); }
  static Vector widened(SmallNumbers from) {
    return _mm512_cvtepi8_epi16(_mm256_load_si256(reinterpret_cast<const __m256i*>(from)));
  }
  static void store(std::int16_t* to, Vector value) { _mm512_store_si512(to, value); }
  static Vector add(Vector a, Vector b) { return _mm512_add_epi16(a, b); }
  static Vector sub(Vector a, Vector b) { return _mm512_sub_epi16(a, b); }
  static Vector clamp(Vector x, std::int16_t highest) {
    return _mm512_min_epi16(_mm512_max_epi16(x, _mm512_setzero_si512()), _mm512_set1_epi16(highest));
  }
  static Vector multiply(Vector a, Vector b) { return _mm512_mullo_epi16(a, b); }
  static Sum zero() { return _mm512_setzero_si512(); }
  static Sum add_products(Sum sum, Vector a, Vector b) { return _mm512_add_epi32(sum, _mm512_madd_epi16(a, b)); }
  static Sum add_dots(Sum sum, Vector fours, const std::int8_t* weights) {
    return add_products(sum, _mm512_maddubs_epi16(fours, _mm512_load_si512(weights)), _mm512_set1_epi16(1));
  }
  static Sum add_sums(Sum a, Sum b) { return _mm512_add_epi32(a, b); }
  static Sum load_sum(const std::int32_t* from) { return _mm512_load_si512(from); }
  static void store_sum(std::int32_t* to, Sum sum) { _mm512_store_si512(to, sum); }
  static Vector repeated(std::int32_t bits) { return _mm512_set1_epi32(bits); }
  template <int Bits>
  static Vector shifted_right(Vector x) {
    return _mm512_srli_epi16(x, Bits);
  }
  static void store_bytes(std::uint8_t* to, Vector a, Vector b) {
    const Vector packed = _mm512_packus_epi16(a, b);  // by quarters: a0 b0 a1 b1 a2 b2 a3 b3
    const Vector order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
    // The masked form with every lane wanted: for the plain one, g++ 12 warns of its own header.
    _mm512_store_si512(to, _mm512_maskz_permutexvar_epi64(static_cast<__mmask8>(0xFF), order, packed));
  }
};

}  // namespace

}  // namespace rocada::eval::nnue::simd
