#include "eval/nnue/simd/choice.h"

#include "util/named_choice.h"
#include "util/processor.h"

namespace rocada::eval::nnue::simd {

std::vector<const Kernels*> usable_kernels() {
  std::vector<const Kernels*> usable;
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
  if (avx512 && __builtin_cpu_supports("avx512vnni")) usable.push_back(&kAvx512Vnni);
  if (avx512) usable.push_back(&kAvx512);
  if (__builtin_cpu_supports("avx2")) usable.push_back(&kAvx2);
  usable.push_back(&kSse2);
#elif defined(__aarch64__)
  if (util::has_arm_dot_products()) usable.push_back(&kNeonDot);
  usable.push_back(&kNeon);
#elif defined(__wasm_simd128__)
  usable.push_back(&kWasm);
#endif
  usable.push_back(&kScalar);
  return usable;
}

const Kernels* kernels_named(std::string_view name) { return util::find_named(usable_kernels(), name); }

const Kernels& chosen_kernels() {
  static const Kernels& chosen = util::best_or_named(usable_kernels(), kKernelVariable);
  return chosen;
}

}  // namespace rocada::eval::nnue::simd
