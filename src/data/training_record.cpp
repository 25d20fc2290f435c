#include "data/training_record.h"

#include "data/packed_position.h"
#include "eval/nnue/game_states.h"

namespace rocada::data {

using chess::Bitboard;
using chess::Color;
using chess::Square;
using game::GameResult;

namespace {

constexpr std::uint8_t kHeldOut = 1;
constexpr int kVerticalFlip = 56;

std::uint8_t result_for(Color color, GameResult result) {
  if (result == GameResult::Draw) return 1;
  return (result == GameResult::WhiteWins) == (color == Color::White) ? 2 : 0;
}

}  // namespace

void put_training_record(ByteWriter& out, const chess::Position& position, const ScoredMove& move,
                         const RecordedGame& game) {
  const Color us = position.side_to_move();
  const bool white = us == Color::White;
  const int flip = white ? 0 : kVerticalFlip;
  const std::uint64_t occupied = position.occupied().bits();
  pack_board(out, Bitboard(white ? occupied : __builtin_bswap64(occupied)), [&](Square seen) {
    const chess::Piece piece = position.piece_on(Square::from_index(seen.index() ^ flip));
    return static_cast<unsigned>(index_of(piece.type())) | (piece.color() == us ? 0 : kOtherSide);
  });
  out.put(static_cast<std::int16_t>(seen_by(us, move.score)));
  out.put(result_for(us, game.result));
  out.put(game.held_out ? kHeldOut : std::uint8_t{0});
  out.put(static_cast<std::uint16_t>((move.move.from().index() ^ flip) | (move.move.to().index() ^ flip) << 6));
  out.put(static_cast<std::uint8_t>(eval::nnue::learned_game(position.variant()).number));
  out.put(static_cast<std::uint8_t>(eval::nnue::state_of(position, us)));
}

}  // namespace rocada::data
