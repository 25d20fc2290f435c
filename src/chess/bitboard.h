// A set of squares, one bit each; iterating visits them from a1 to h8.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

#include "chess/square.h"

namespace rocada::chess {

class Bitboard {
 public:
  constexpr Bitboard() = default;
  explicit constexpr Bitboard(std::uint64_t bits) : bits_(bits) {}
  constexpr Bitboard(Square square) : bits_(1ULL << square.index()) {}

  static constexpr Bitboard of(File file) { return Bitboard(0x0101010101010101ULL << file.index()); }
  static constexpr Bitboard of(Rank rank) { return Bitboard(0xFFULL << (8 * rank.index())); }
  static constexpr Bitboard all() { return Bitboard(~0ULL); }

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool any() const { return bits_ != 0; }
  constexpr bool has(Square square) const { return (bits_ >> square.index() & 1) != 0; }
  constexpr bool contains(Bitboard other) const { return (other.bits_ & ~bits_) == 0; }
  constexpr int count() const { return std::popcount(bits_); }
  constexpr bool more_than_one() const { return (bits_ & (bits_ - 1)) != 0; }
  constexpr bool exactly_one() const { return std::has_single_bit(bits_); }

  constexpr Square first() const {
    assert(any());
    return Square::from_index(std::countr_zero(bits_));
  }
  constexpr Square last() const {
    assert(any());
    return Square::from_index(63 - std::countl_zero(bits_));
  }

  friend constexpr Bitboard operator&(Bitboard a, Bitboard b) { return Bitboard(a.bits_ & b.bits_); }
  friend constexpr Bitboard operator|(Bitboard a, Bitboard b) { return Bitboard(a.bits_ | b.bits_); }
  friend constexpr Bitboard operator^(Bitboard a, Bitboard b) { return Bitboard(a.bits_ ^ b.bits_); }
  friend constexpr Bitboard operator-(Bitboard a, Bitboard b) {
    return Bitboard(a.bits_ & ~b.bits_);
  }  // set difference
  constexpr Bitboard operator~() const { return Bitboard(~bits_); }
  constexpr Bitboard& operator&=(Bitboard other) { return *this = *this & other; }
  constexpr Bitboard& operator|=(Bitboard other) { return *this = *this | other; }
  constexpr Bitboard& operator^=(Bitboard other) { return *this = *this ^ other; }
  constexpr Bitboard& operator-=(Bitboard other) { return *this = *this - other; }
  friend constexpr bool operator==(Bitboard, Bitboard) = default;

  // Every square moved by `Offset` (7, 8, 9 or 1 and their negatives; 16 too); what leaves the board is dropped.
  template <int Offset>
  constexpr Bitboard shifted() const {
    constexpr int kFileStep = ((Offset % 8) + 12) % 8 - 4;  // -1, 0 or +1 files
    static_assert(kFileStep >= -1 && kFileStep <= 1);
    const Bitboard kept = kFileStep == 1 ? *this - of(kFileH) : kFileStep == -1 ? *this - of(kFileA) : *this;
    return Bitboard(Offset > 0 ? kept.bits_ << (Offset & 63) : kept.bits_ >> (-Offset & 63));
  }

  class Iterator {
   public:
    explicit constexpr Iterator(std::uint64_t bits) : bits_(bits) {}
    constexpr Square operator*() const { return Square::from_index(std::countr_zero(bits_)); }
    constexpr Iterator& operator++() {
      bits_ &= bits_ - 1;
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    std::uint64_t bits_;
  };
  constexpr Iterator begin() const { return Iterator(bits_); }
  constexpr Iterator end() const { return Iterator(0); }

 private:
  std::uint64_t bits_ = 0;
};

constexpr Bitboard operator|(Square a, Square b) { return Bitboard(a) | Bitboard(b); }

inline constexpr Bitboard kLightSquares{0x55AA55AA55AA55AAULL};

}  // namespace rocada::chess
