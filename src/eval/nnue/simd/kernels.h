// Kernels: the arithmetic of the network, one set of functions for each instruction set.
//
// All sets give the same bits. Each is compiled once, with its own options, and shared by all instruction levels of the
// program; choice.h picks one at run time. Included by files of every instruction set: nothing here may have code.
#pragma once

#include <cstdint>

#include "eval/nnue/architecture.h"

namespace rocada::eval::nnue::simd {

// kHidden numbers, aligned to 64 bytes.
using Numbers = const std::int16_t*;
using SmallNumbers = const std::int8_t*;

// The weights that neurons are summed up of: a row for each input.
struct InputWeights {
  Numbers features;
  SmallNumbers standings;
};

// The number of an input in White's view, and in the upper 16 bits in Black's.
using InputPair = std::uint32_t;

struct Inputs {
  const InputPair* features;
  int feature_count;
  const InputPair* standings;
  int standing_count;
};

// What stands behind the products, for one range of piece counts, in the order in which kernels read it.
struct alignas(64) Layers {
  std::int8_t weights1[kProducts / 4][kLayer1][4];  // of four inputs in a row
  std::int32_t biases1[kLayer1];
  std::int16_t weights2[kLayer2Inputs / 2][kLayer2][2];  // of two inputs in a row
  std::int32_t biases2[kLayer2];
  std::int16_t weights3[kLayer2];
  std::int32_t bias3;
};

struct Kernels {
  const char* name;

  // to = from + added - removed, in 16 bits that wrap around; `to` and `from` may be the same. View 0 is White's.
  void (*update)(std::int16_t* to, Numbers from, const InputWeights& weights, int view, const Inputs& added,
                 const Inputs& removed);

  // The network's output times kOne, from both views (architecture.h).
  std::int32_t (*output)(Numbers own, Numbers other, const Layers& layers);
};

extern const Kernels kScalar;
#if defined(__x86_64__)
extern const Kernels kSse2;
extern const Kernels kAvx2;
extern const Kernels kAvx512;
extern const Kernels kAvx512Vnni;
#elif defined(__aarch64__)
extern const Kernels kNeon;
extern const Kernels kNeonDot;
#elif defined(__wasm_simd128__)
extern const Kernels kWasm;
#endif

}  // namespace rocada::eval::nnue::simd
