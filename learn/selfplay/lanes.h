// Lanes: those who play one game together.
//
// On the GPU a game is played by a group of neighbouring threads of one warp, which all run the same code with the same
// values; where there is something to share out (pieces, moves, neurons), each takes every size()-th. What one lane has
// written others may read after a sync(). On the host a game has one lane, and all of this comes to nothing.
#pragma once

#include <cstdint>

#include "selfplay/portable.h"

namespace rocada::selfplay {

struct OneLane {
  static constexpr int kSize = 1;
  ROCADA_PORTABLE int rank() const { return 0; }
  ROCADA_PORTABLE bool is_first() const { return true; }
  ROCADA_PORTABLE void sync() const {}
  ROCADA_PORTABLE bool any(bool value) const { return value; }
  ROCADA_PORTABLE std::uint32_t max(std::uint32_t value) const { return value; }
  ROCADA_PORTABLE int sum(int value) const { return value; }
  ROCADA_PORTABLE Bits united(Bits set) const { return set; }
  // The sum over the lanes of lower rank.
  ROCADA_PORTABLE int sum_before(int) const { return 0; }
};

#ifdef __CUDACC__

// `Size` is a power of two, up to a warp.
template <int Size>
struct WarpLanes {
  static constexpr int kSize = Size;
  __device__ int rank() const { return static_cast<int>(threadIdx.x % Size); }
  __device__ bool is_first() const { return rank() == 0; }
  __device__ void sync() const { __syncwarp(together()); }
  __device__ bool any(bool value) const { return (__ballot_sync(together(), value) & members()) != 0; }
  __device__ std::uint32_t max(std::uint32_t value) const {
    if constexpr (Size == 32) return __reduce_max_sync(~0u, value);
    const unsigned mask = together();
    for (int distance = 1; distance < Size; distance *= 2) value = ::max(value, __shfl_xor_sync(mask, value, distance));
    return value;
  }
  __device__ int sum(int value) const {
    if constexpr (Size == 32) return __reduce_add_sync(~0u, value);
    const unsigned mask = together();
    for (int distance = 1; distance < Size; distance *= 2) value += __shfl_xor_sync(mask, value, distance);
    return value;
  }
  __device__ Bits united(Bits set) const {
    if constexpr (Size == 32) {
      const auto low = static_cast<std::uint32_t>(set);
      const auto high = static_cast<std::uint32_t>(set >> 32);
      return Bits{__reduce_or_sync(~0u, high)} << 32 | __reduce_or_sync(~0u, low);
    }
    const unsigned mask = together();
    for (int distance = 1; distance < Size; distance *= 2) set |= __shfl_xor_sync(mask, set, distance);
    return set;
  }
  __device__ int sum_before(int value) const {
    int sum = value;
    const unsigned mask = together();
    for (int distance = 1; distance < Size; distance *= 2) {
      const int other = __shfl_up_sync(mask, sum, distance, Size);
      if (rank() >= distance) sum += other;
    }
    return sum - value;
  }

 private:
  __device__ unsigned members() const {
    if constexpr (Size == 32) {
      return ~0u;
    } else {
      return ((1u << Size) - 1) << (threadIdx.x % 32 / Size * Size);
    }
  }
  // The lanes of this game and of all others of the warp that are at the same place: naming only its own would part it
  // from them.
  __device__ unsigned together() const {
    if constexpr (Size == 32) return ~0u;
    if ((__activemask() & members()) != members()) __syncwarp(members());
    return __activemask();
  }
};

#endif

}  // namespace rocada::selfplay
