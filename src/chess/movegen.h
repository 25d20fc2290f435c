// Legal move generation.
//
// Every move produced is legal: pins and checks are respected while generating, nothing is made and taken back.
// Counting shares the generator, so the two cannot disagree. Pure functions of a const Position.
#pragma once

#include "chess/move.h"
#include "chess/position.h"

namespace rocada::chess {

enum class MoveKinds : std::uint8_t {
  All,
  Noisy,  // captures and promotions
  Quiet,  // everything else, castling included
};

// Appends to `moves`.
template <MoveKinds Kinds>
void generate_moves(const Position& position, MoveList& moves);

extern template void generate_moves<MoveKinds::All>(const Position&, MoveList&);
extern template void generate_moves<MoveKinds::Noisy>(const Position&, MoveList&);
extern template void generate_moves<MoveKinds::Quiet>(const Position&, MoveList&);

MoveList legal_moves(const Position& position);
bool has_legal_move(const Position& position);
// As many as legal_moves() would hold, several times faster.
std::uint64_t count_legal_moves(const Position& position);

}  // namespace rocada::chess
