// Scene: a position with all that the network sees of it. A plain value, the same for both sides' views.
#pragma once

#include "chess/bitboard.h"
#include "chess/color.h"
#include "chess/piece.h"
#include "chess/position.h"
#include "eval/nnue/standings.h"

namespace rocada::eval::nnue {

struct Scene {
  chess::Position position;
  Standings standings;
};

// The squares where they have not the same piece, or it does not stand in the same way.
inline chess::Bitboard differences(const Scene& a, const Scene& b) {
  chess::Bitboard squares = differences(a.standings, b.standings);
  for (const chess::PieceType type : chess::kPieceTypes) squares |= a.position.pieces(type) ^ b.position.pieces(type);
  return squares | (a.position.pieces(chess::Color::Black) ^ b.position.pieces(chess::Color::Black));
}

}  // namespace rocada::eval::nnue
