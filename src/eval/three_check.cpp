#include "eval/three_check.h"

#include <algorithm>
#include <array>

#include "chess/attacks.h"

namespace rocada::eval {

using chess::Bitboard;
using chess::Color;
using chess::PieceType;
using chess::Position;
using chess::Square;

namespace {

// Material counts for less where checks win.
constexpr int kNetworkWeight = 41;
constexpr int kNetworkWeightGrain = 64;

// Each check given brings the win nearer,
constexpr std::array<int, 4> kChecksGiven = {0, 182, 672, 0};
// and makes the danger to the king more serious, in quarters. The network has counted the first four.
constexpr std::array<int, 4> kDangerByChecks = {9, 14, 15, 0};
constexpr int kDangerKnown = 4;

// Attacks on the squares around the king and safe checks add up to a danger that counts by its square.
constexpr std::array<int, 6> kAttackWeight = {0, 12, 6, 13, 16, 0};
constexpr std::array<int, 6> kSafeCheckWeight = {0, 28, 17, 39, 38, 0};
constexpr int kDangerDivisor = 31;
constexpr int kMostDanger = 519;

constexpr std::array kPieces = {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen};

using AttacksByType = std::array<Bitboard, 6>;

AttacksByType attacks_of(const Position& position, Color color) {
  AttacksByType attacks{};
  const Bitboard pawns = position.pieces(color, PieceType::Pawn);
  attacks[chess::index_of(PieceType::Pawn)] =
      color == Color::White ? chess::pawn_attacks<Color::White>(pawns) : chess::pawn_attacks<Color::Black>(pawns);
  attacks[chess::index_of(PieceType::King)] = chess::king_attacks(position.king(color));
  for (const PieceType type : kPieces) {
    for (const Square square : position.pieces(color, type)) {
      attacks[chess::index_of(type)] |= chess::piece_attacks(type, square, position.occupied());
    }
  }
  return attacks;
}

Bitboard all_of(const AttacksByType& attacks) {
  Bitboard all;
  for (const Bitboard set : attacks) all |= set;
  return all;
}

// What `color`'s pieces mean to the enemy king.
int danger(const Position& position, Color color, const AttacksByType& ours, Bitboard theirs) {
  const Square king = position.king(~color);
  const Bitboard zone = chess::king_attacks(king) | king;
  const Bitboard safe = ~(theirs | position.pieces(color));
  int danger = 0;
  for (const PieceType type : kPieces) {
    const Bitboard reach = ours[chess::index_of(type)];
    danger += kAttackWeight[chess::index_of(type)] * (reach & zone).count() / 2;
    const Bitboard checks = chess::piece_attacks(type, king, position.occupied()) & safe & reach;
    if (checks.any()) danger += kSafeCheckWeight[chess::index_of(type)];
  }
  return danger;
}

int by_square(int danger) { return std::min(danger * danger / kDangerDivisor, kMostDanger); }

}  // namespace

Score three_check_score(const Position& position, Score network) {
  chess::PerColor<AttacksByType> attacks;
  for (const Color color : chess::kColors) attacks[color] = attacks_of(position, color);
  const auto worth = [&](Color color) {
    const auto given = static_cast<std::size_t>(position.checks_given(color));
    const int faced = danger(position, color, attacks[color], all_of(attacks[~color]));
    return kChecksGiven[given] + by_square(faced * kDangerByChecks[given] / kDangerKnown) - by_square(faced);
  };
  return network * kNetworkWeight / kNetworkWeightGrain + worth(position.side_to_move()) -
         worth(~position.side_to_move());
}

}  // namespace rocada::eval
