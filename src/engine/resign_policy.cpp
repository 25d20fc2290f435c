#include "engine/resign_policy.h"

#include "chess/bitboard.h"
#include "chess/piece.h"
#include "eval/wdl.h"

namespace rocada::engine {

using chess::Bitboard;
using chess::Color;
using chess::PieceType;
using chess::Position;

namespace {

constexpr int kAllGames = 1000;
constexpr int kLostMovesToResign = 5;

// No mate can be forced with less than a rook, a pawn or two pieces of which one is a bishop. Where checks win, any
// piece gives them.
bool has_force_to_win(const Position& position, Color color) {
  const Bitboard pieces = position.pieces(color) - position.pieces(PieceType::King);
  if (position.rules().only_bare_kings_are_dead) return pieces.any();
  const Bitboard minors = pieces & position.pieces(PieceType::Knight, PieceType::Bishop);
  if (pieces != minors) return true;
  return minors.more_than_one() && (minors & position.pieces(PieceType::Bishop)).any();
}

bool is_lost(const Position& position, eval::Score score) {
  if (eval::is_decisive(score)) return score < 0;
  return has_force_to_win(position, ~position.side_to_move()) &&
         eval::ScoreScale(position).chances(score).loss == kAllGames;
}

}  // namespace

void ResignPolicy::note_score(const Position& position, eval::Score score) {
  const Color us = position.side_to_move();
  if (scored_ != us) forget();
  scored_ = us;
  lost_moves_ = is_lost(position, score) ? lost_moves_ + 1 : 0;
}

bool ResignPolicy::is_due() const { return lost_moves_ >= kLostMovesToResign; }

}  // namespace rocada::engine
