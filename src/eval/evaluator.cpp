#include "eval/evaluator.h"

#include <algorithm>
#include <array>

namespace rocada::eval {

using chess::Bitboard;
using chess::Color;
using chess::PieceType;
using chess::Position;
using chess::Square;

namespace {

// A value for the middlegame and one for the endgame.
struct Tapered {
  int middle = 0;
  int end = 0;

  constexpr Tapered& operator+=(Tapered other) {
    middle += other.middle;
    end += other.end;
    return *this;
  }
  friend constexpr Tapered operator*(int factor, Tapered value) { return {factor * value.middle, factor * value.end}; }
};

constexpr std::array<Tapered, 6> kMaterial = {{{85, 105}, {330, 310}, {345, 330}, {480, 540}, {1000, 980}, {0, 0}}};
// How much of the middlegame each piece stands for; all pieces together are kFullPhase.
constexpr std::array<int, 6> kPhase = {0, 1, 1, 2, 4, 0};
constexpr int kFullPhase = 24;

constexpr Tapered kTempo = {16, 8};
constexpr Tapered kBishopPair = {28, 45};
// Each check given brings the win nearer (3-check); the second is worth far more than the first.
constexpr std::array<int, 4> kChecksGiven = {0, 160, 460, 0};

// Placement by a few plain facts instead of 768 numbers: distance from the centre, rank, and a king's shelter.
constexpr int kCentreDistance[8] = {3, 2, 1, 0, 0, 1, 2, 3};

constexpr Tapered placement(PieceType type, int file, int rank) {
  const int off_centre = kCentreDistance[file] + kCentreDistance[rank];  // 0 in the centre, 6 in the corner
  const int centre = 3 - off_centre;
  const bool centre_file = file == 3 || file == 4;
  switch (type) {
    case PieceType::Pawn: {
      constexpr int kAdvance[8] = {0, 0, 2, 8, 20, 45, 75, 0};
      const int on_centre = centre_file ? (rank == 1 ? -14 : rank >= 3 ? 16 : 6) : 0;
      return {kAdvance[rank] / 2 + on_centre, kAdvance[rank]};
    }
    case PieceType::Knight: return {9 * centre + 3 * (rank - 3), 8 * centre};
    case PieceType::Bishop: return {5 * centre + (rank == 0 ? -8 : 0), 4 * centre};
    case PieceType::Rook: return {(rank == 6 ? 18 : 0) + (centre_file ? 6 : 0), rank == 6 ? 14 : 0};
    case PieceType::Queen: return {2 * centre + (rank == 0 ? 4 : 0), 7 * centre};
    case PieceType::King: {
      const bool castled = rank == 0 && (file <= 2 || file >= 6);
      return {castled ? 26 : -14 * rank - (rank == 0 && !castled ? 8 : 0), 11 * centre};
    }
    case PieceType::None: break;
  }
  return {};
}

// Value of a piece with its placement, by type and square as White sees the board.
constexpr auto kPieceSquare = [] {
  std::array<std::array<Tapered, 64>, 6> table{};
  for (const PieceType type : chess::kPieceTypes) {
    for (int square = 0; square < 64; ++square) {
      Tapered value = kMaterial[chess::index_of(type)];
      value += placement(type, square % 8, square / 8);
      table[chess::index_of(type)][static_cast<std::size_t>(square)] = value;
    }
  }
  return table;
}();

Tapered side_value(const Position& position, Color color) {
  Tapered total;
  const int mirror = color == Color::White ? 0 : 56;
  for (const PieceType type : chess::kPieceTypes) {
    for (const Square square : position.pieces(color, type)) {
      total += kPieceSquare[chess::index_of(type)][static_cast<std::size_t>(square.index() ^ mirror)];
    }
  }
  if (position.pieces(color, PieceType::Bishop).more_than_one()) total += kBishopPair;

  // Own pawns in front of a king on its first two ranks keep it safe.
  constexpr Tapered kShelter = {13, 0};
  const Bitboard near_king = chess::king_attacks(position.king(color));
  total += (near_king & position.pieces(color, PieceType::Pawn)).count() * kShelter;

  // Passed pawns: no enemy pawn ahead on this file or beside it.
  constexpr int kPassed[8] = {0, 4, 8, 18, 38, 70, 110, 0};
  for (const Square pawn : position.pieces(color, PieceType::Pawn)) {
    Bitboard ahead;
    for (int rank = pawn.rank().index(); rank > 0 && rank < 7;) {
      rank += color == Color::White ? 1 : -1;
      ahead |= Bitboard::of(chess::Rank(rank));
    }
    const Bitboard file = Bitboard::of(pawn.file());
    const Bitboard front = ahead & (file | file.shifted<1>() | file.shifted<-1>());
    if ((front & position.pieces(~color, PieceType::Pawn)).empty()) {
      const int bonus = kPassed[color == Color::White ? pawn.rank().index() : 7 - pawn.rank().index()];
      total += {bonus / 2, bonus};
    }
  }
  return total;
}

int phase_of(const Position& position) {
  int phase = 0;
  for (const PieceType type : chess::kPieceTypes) {
    phase += kPhase[chess::index_of(type)] * position.pieces(type).count();
  }
  return std::min(phase, kFullPhase);
}

}  // namespace

Score evaluate(const Position& position) {
  const Color us = position.side_to_move();
  Tapered balance = side_value(position, us);
  balance += -1 * side_value(position, ~us);
  balance += kTempo;
  const int phase = phase_of(position);
  Score score = (balance.middle * phase + balance.end * (kFullPhase - phase)) / kFullPhase;
  if (position.rules().check_is_progress()) {
    score += kChecksGiven[static_cast<std::size_t>(position.checks_given(us))] -
             kChecksGiven[static_cast<std::size_t>(position.checks_given(~us))];
  }
  return std::clamp(score, -kHighestEvaluation, kHighestEvaluation);
}

}  // namespace rocada::eval
