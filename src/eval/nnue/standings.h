// Standings: how the pieces stand with regard to those that attack and defend them.
//
// What a few plies of captures would tell, the network is told at once. Pins are ignored: a pinned piece attacks and
// defends as any other. Kings attack and defend, but do not stand in any way themselves. A plain value, the same for
// both sides' views.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "chess/bitboard.h"
#include "chess/color.h"
#include "chess/piece.h"
#include "chess/position.h"
#include "chess/square.h"
#include "eval/nnue/architecture.h"

namespace rocada::eval::nnue {

// The first that is true. The network has inputs for all but the safe ones.
enum class Standing : std::uint8_t {
  Safe,
  Threatened,  // attacked by a lesser piece; bishops and knights are worth the same
  Hanging,     // attacked and not defended
  Contested,   // attacked and defended
  Loose,       // not defended
};
static_assert(static_cast<int>(Standing::Loose) == kStandings);

class Standings {
 public:
  Standings() = default;  // all safe
  explicit Standings(const chess::Position& position) {
    const auto white = chess::attack_map<chess::Color::White>(position);
    const auto black = chess::attack_map<chess::Color::Black>(position);
    add<chess::Color::White>(position, white, black);
    add<chess::Color::Black>(position, black, white);
  }

  Standing on(chess::Square square) const {
    unsigned bits = 0;
    for (std::size_t i = 0; i < planes_.size(); ++i) bits |= (planes_[i].has(square) ? 1U : 0U) << i;
    return static_cast<Standing>(bits);
  }
  // The squares where they are not the same.
  friend chess::Bitboard differences(const Standings& a, const Standings& b) {
    chess::Bitboard squares;
    for (std::size_t i = 0; i < a.planes_.size(); ++i) squares |= a.planes_[i] ^ b.planes_[i];
    return squares;
  }

 private:
  template <chess::Color color>
  void add(const chess::Position& position, const chess::AttackMap& own, const chess::AttackMap& enemy) {
    using enum chess::PieceType;
    using chess::Bitboard;
    const Bitboard pieces = position.pieces(color) - position.pieces(King);
    const Bitboard threatened = (position.pieces(color, Knight, Bishop) & enemy.by_pawns) |
                                (position.pieces(color, Rook) & enemy.by_minors) |
                                (position.pieces(color, Queen) & enemy.by_rooks);
    const Bitboard attacked = (pieces & enemy.by_all) - threatened;
    const Bitboard contested = attacked & own.by_all;
    planes_[0] |= threatened | contested;
    planes_[1] |= attacked;
    planes_[2] |= pieces - enemy.by_all - own.by_all;
  }

  std::array<chess::Bitboard, 3> planes_;  // bits of each square's Standing
};

}  // namespace rocada::eval::nnue
