// AVX-512 with VNNI: multiplying and adding up is one instruction, for bytes too.
#include "eval/nnue/simd/avx512_set.h"
#include "eval/nnue/simd/vector_kernels.h"

namespace rocada::eval::nnue::simd {

namespace {

struct Avx512Vnni : Avx512 {
  static Sum add_products(Sum sum, Vector a, Vector b) { return _mm512_dpwssd_epi32(sum, a, b); }
  static Sum add_dots(Sum sum, Vector fours, const std::int8_t* weights) {
    return _mm512_dpbusd_epi32(sum, fours, _mm512_load_si512(weights));
  }
};

}  // namespace

constinit const Kernels kAvx512Vnni = VectorKernels<Avx512Vnni>::named("avx512vnni");

}  // namespace rocada::eval::nnue::simd
