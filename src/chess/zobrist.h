// Zobrist keys: a position's 64-bit fingerprint is the xor of one random number for each of its facts.
//
// The numbers are made from a fixed seed, so a key means the same in every run and on every machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "chess/piece.h"
#include "chess/square.h"
#include "util/random.h"

namespace rocada::chess {

using Key = std::uint64_t;

namespace zobrist {

inline constexpr int kMaxChecks = 3;

struct Keys {
  std::array<std::array<Key, 64>, Piece::kCount> piece{};
  std::array<Key, 64> castling_rook{};   // a rook that may still castle, by its square
  std::array<Key, 8> en_passant_file{};  // only while the capture is legal
  Key black_to_move = 0;
  std::array<std::array<Key, kMaxChecks + 1>, 2>
      checks_given{};  // zero checks have the key zero: normal chess has none
};

consteval Keys make_keys() {
  Keys keys;
  util::Random random(0x526F63616461ULL);  // "Rocada"
  for (auto& squares : keys.piece) {
    for (Key& key : squares) key = random.next();
  }
  for (Key& key : keys.castling_rook) key = random.next();
  for (Key& key : keys.en_passant_file) key = random.next();
  keys.black_to_move = random.next();
  for (auto& counts : keys.checks_given) {
    for (std::size_t count = 1; count < counts.size(); ++count) counts[count] = random.next();
  }
  return keys;
}

inline constexpr Keys kKeys = make_keys();

constexpr Key piece(Piece piece, Square square) {
  return kKeys.piece[piece.index()][static_cast<std::size_t>(square.index())];
}
constexpr Key castling_rook(Square square) { return kKeys.castling_rook[static_cast<std::size_t>(square.index())]; }
constexpr Key en_passant(File file) { return kKeys.en_passant_file[static_cast<std::size_t>(file.index())]; }
constexpr Key black_to_move() { return kKeys.black_to_move; }
constexpr Key checks_given(Color color, int count) {
  return kKeys.checks_given[index_of(color)][static_cast<std::size_t>(count)];
}

}  // namespace zobrist
}  // namespace rocada::chess
