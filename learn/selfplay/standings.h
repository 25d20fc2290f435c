// Standings: how the pieces stand with regard to attackers and defenders, the engine's own (eval/nnue/standings.h) in
// bit planes. Each piece is asked who attacks it, so that a game's lanes have a piece each.
#pragma once

#include "eval/nnue/standings.h"
#include "selfplay/lanes.h"
#include "selfplay/position.h"

namespace rocada::selfplay {

using eval::nnue::Standing;

ROCADA_PORTABLE inline Standing standing_of(const Position& position, int square) {
  const int code = position.code_on(square);
  const int color = has(position.planes[3], square) ? kBlack : kWhite;
  const Bits attackers = position.attackers_to(square, position.occupied());
  const Bits enemies = attackers & position.of(color ^ 1);
  const bool is_defended = (attackers & position.of(color)) != 0;
  Bits lesser = 0;
  if (code >= kKnight) lesser |= position.pawns();
  if (code >= kRook) lesser |= position.knights() | position.bishops();
  if (code == kQueen) lesser |= position.rooks();
  if (enemies == 0) return is_defended ? Standing::Safe : Standing::Loose;
  if ((enemies & lesser) != 0) return Standing::Threatened;
  return is_defended ? Standing::Contested : Standing::Hanging;
}

// The pieces that do not stand safely, which alone have inputs: two positions differ in these inputs where a plane
// differs.
struct Standings {
  Bits planes[4] = {};  // as the position's
  Bits how[2] = {};     // they stand: a Standing less one

  ROCADA_PORTABLE Bits pieces() const { return planes[0] | planes[1] | planes[2]; }
  ROCADA_PORTABLE Change piece_on(int square) const {
    const auto code = (planes[0] >> square & 1) | (planes[1] >> square & 1) << 1 | (planes[2] >> square & 1) << 2;
    return {static_cast<int>(code), has(planes[3], square) ? kBlack : kWhite, square};
  }
  ROCADA_PORTABLE int how_on(int square) const {
    return static_cast<int>((how[0] >> square & 1) | (how[1] >> square & 1) << 1);
  }
};

ROCADA_PORTABLE inline Bits differences(const Standings& a, const Standings& b) {
  Bits squares = 0;
  for (int i = 0; i < 4; ++i) squares |= a.planes[i] ^ b.planes[i];
  for (int i = 0; i < 2; ++i) squares |= a.how[i] ^ b.how[i];
  return squares;
}

template <typename Lanes>
ROCADA_PORTABLE inline Standings standings_of(const Position& position, Lanes lanes) {
  const Bits pieces = position.occupied() & ~position.kings();
  Bits found = 0;
  Bits how[2] = {};
  ROCADA_ROLLED
  for (int i = lanes.rank(); i < count(pieces); i += Lanes::kSize) {
    const int square = nth(pieces, i);
    const Standing standing = standing_of(position, square);
    if (standing == Standing::Safe) continue;
    const auto less_one = static_cast<unsigned>(standing) - 1;
    found |= bit(square);
    for (int j = 0; j < 2; ++j) how[j] |= Bits{less_one >> j & 1} << square;
  }
  found = lanes.united(found);
  Standings standings;
  for (int i = 0; i < 4; ++i) standings.planes[i] = position.planes[i] & found;
  for (int j = 0; j < 2; ++j) standings.how[j] = lanes.united(how[j]);
  return standings;
}

}  // namespace rocada::selfplay
