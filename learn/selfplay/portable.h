// What lets the same source run on the GPU and on the host: a mark for functions, and the bit operations of both.
#pragma once

#include <bit>
#include <cstdint>

#ifdef __CUDACC__
// Calls would cost registers their contents: everything is inlined, and each big function has one caller.
#define ROCADA_PORTABLE __host__ __device__ __attribute__((always_inline))
// Before a loop: its body stands in the code once, for a multiprocessor has little room for instructions.
#define ROCADA_ROLLED _Pragma("unroll 1")
// And as often as it runs, so that arrays it goes through can be registers.
#define ROCADA_UNROLLED _Pragma("unroll")
#else
#define ROCADA_PORTABLE
#define ROCADA_ROLLED
#define ROCADA_UNROLLED
#endif

namespace rocada::selfplay {

using Bits = std::uint64_t;  // a set of squares, a1 the lowest

ROCADA_PORTABLE constexpr Bits bit(int square) { return Bits{1} << square; }
ROCADA_PORTABLE constexpr bool has(Bits set, int square) { return (set >> square & 1) != 0; }

// std::clamp wants addresses, which a GPU has only of its own.
template <typename Number>
ROCADA_PORTABLE constexpr Number clamped(Number value, Number low, Number high) {
  return value < low ? low : value > high ? high : value;
}

ROCADA_PORTABLE inline int count(Bits set) {
#ifdef __CUDA_ARCH__
  return __popcll(set);
#else
  return std::popcount(set);
#endif
}

// Of a set that is not empty.
ROCADA_PORTABLE inline int first(Bits set) {
#ifdef __CUDA_ARCH__
  return __ffsll(static_cast<long long>(set)) - 1;
#else
  return std::countr_zero(set);
#endif
}

ROCADA_PORTABLE inline int pop_first(Bits& set) {
  const int square = first(set);
  set &= set - 1;
  return square;
}

// The square of the n-th bit, counted from 0; the set has more than n.
ROCADA_PORTABLE inline int nth(Bits set, int n) {
  int square = 0;
  for (int width = 32; width > 0; width /= 2) {
    const int below = count(set & ((Bits{1} << width) - 1));
    if (n >= below) {
      n -= below;
      set >>= width;
      square += width;
    }
  }
  return square;
}

// The board upside down: ranks change places, files stay.
ROCADA_PORTABLE inline Bits flipped(Bits set) {
#ifdef __CUDA_ARCH__
  const auto low = static_cast<std::uint32_t>(set);
  const auto high = static_cast<std::uint32_t>(set >> 32);
  return Bits{__byte_perm(low, 0, 0x0123)} << 32 | __byte_perm(high, 0, 0x0123);
#else
  return __builtin_bswap64(set);
#endif
}

}  // namespace rocada::selfplay
