// AVX-512, for processors that have it without VNNI.
#include "eval/nnue/simd/avx512_set.h"
#include "eval/nnue/simd/vector_kernels.h"

namespace rocada::eval::nnue::simd {

constinit const Kernels kAvx512 = VectorKernels<Avx512>::named("avx512");

}  // namespace rocada::eval::nnue::simd
