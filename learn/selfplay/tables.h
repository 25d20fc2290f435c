// Constant tables: lines, leaps, keys and reductions, worked out by the compiler, one copy for each side of the bus.
#pragma once

#include <cstdint>

#include "chess/zobrist.h"
#include "selfplay/portable.h"

namespace rocada::selfplay {

struct Tables {
  Bits diagonal[64];      // parallel to a1-h8, without the square itself
  Bits antidiagonal[64];  // parallel to a8-h1
  Bits knight[64];
  Bits king[64];
  std::uint8_t rank_attacks[8][64];  // by file, and what stands on files b to g
  std::uint64_t piece_key[2][6][64];
  std::uint64_t castling_key[64];
  std::uint64_t en_passant_key[8];
  std::uint64_t side_key;
  std::uint64_t checks_key[2][chess::zobrist::kMaxChecks + 1];
  std::uint8_t log2[64];  // sixteenths; the logarithm of 0 counts as 0
};

namespace making_tables {

constexpr int distance(int a, int b) { return a > b ? a - b : b - a; }

constexpr std::uint8_t rank_attacks(int file, int inner) {
  const int occupied = inner << 1;
  int attacked = 0;
  for (int to = file + 1; to < 8; ++to) {
    attacked |= 1 << to;
    if ((occupied >> to & 1) != 0) break;
  }
  for (int to = file - 1; to >= 0; --to) {
    attacked |= 1 << to;
    if ((occupied >> to & 1) != 0) break;
  }
  return static_cast<std::uint8_t>(attacked);
}

// 16 * log2(n), by squaring: each squaring doubles the logarithm and so shows one more binary digit of it.
constexpr std::uint8_t log2(int n) {
  if (n <= 0) return 0;
  int digits = 0;
  std::uint64_t power = static_cast<std::uint64_t>(n) << 16;
  for (; power >= 2u << 16; power >>= 1) ++digits;
  for (int step = 0; step < 4; ++step) {
    power = power * power >> 16;
    digits *= 2;
    if (power >= 2u << 16) {
      ++digits;
      power >>= 1;
    }
  }
  return static_cast<std::uint8_t>(digits);
}

constexpr Tables make() {
  Tables tables{};
  for (int from = 0; from < 64; ++from) {
    for (int to = 0; to < 64; ++to) {
      if (from == to) continue;
      const int files = distance(from % 8, to % 8);
      const int ranks = distance(from / 8, to / 8);
      if (from % 8 - from / 8 == to % 8 - to / 8) tables.diagonal[from] |= bit(to);
      if (from % 8 + from / 8 == to % 8 + to / 8) tables.antidiagonal[from] |= bit(to);
      if (files * ranks == 2) tables.knight[from] |= bit(to);
      if (files <= 1 && ranks <= 1) tables.king[from] |= bit(to);
    }
  }
  for (int file = 0; file < 8; ++file) {
    for (int inner = 0; inner < 64; ++inner) tables.rank_attacks[file][inner] = rank_attacks(file, inner);
  }
  for (int square = 0; square < 64; ++square) {
    const auto at = chess::Square::from_index(square);
    for (const chess::Color color : chess::kColors) {
      for (const chess::PieceType type : chess::kPieceTypes) {
        tables.piece_key[index_of(color)][index_of(type)][square] = chess::zobrist::piece({color, type}, at);
      }
    }
    tables.castling_key[square] = chess::zobrist::castling_rook(at);
    tables.log2[square] = log2(square);
  }
  for (int file = 0; file < 8; ++file) tables.en_passant_key[file] = chess::zobrist::en_passant(chess::File(file));
  tables.side_key = chess::zobrist::black_to_move();
  for (const chess::Color color : chess::kColors) {
    for (int given = 0; given <= chess::zobrist::kMaxChecks; ++given) {
      tables.checks_key[index_of(color)][given] = chess::zobrist::checks_given(color, given);
    }
  }
  return tables;
}

}  // namespace making_tables

inline constexpr Tables kHostTables = making_tables::make();
#ifdef __CUDACC__
__device__ const Tables kDeviceTables = making_tables::make();
#endif

ROCADA_PORTABLE inline const Tables& tables() {
#ifdef __CUDA_ARCH__
  return kDeviceTables;
#else
  return kHostTables;
#endif
}

}  // namespace rocada::selfplay
