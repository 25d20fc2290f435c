// The random numbers that Polyglot's keys are made of. The format fixes them: every book in the world uses the same.
//
// In this order: pieces on squares (64 for each of black pawn, white pawn, black knight, ... white king, a1 to h8),
// castling (White short and long, Black short and long), en passant files from a to h, White to move.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace rocada::book {

inline constexpr std::size_t kPolyglotCastling = 768;
inline constexpr std::size_t kPolyglotEnPassant = 772;
inline constexpr std::size_t kPolyglotWhiteToMove = 780;
inline constexpr std::size_t kPolyglotNumbers = 781;

extern const std::array<std::uint64_t, kPolyglotNumbers> kPolyglotNumber;

}  // namespace rocada::book
