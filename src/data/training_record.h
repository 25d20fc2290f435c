// Training records: positions in 32 bytes as the trainer wants them, all seen from the side to move.
//
//   8  occupied squares, one bit each. Where Black is to move, the board is flipped: a8 is the lowest bit.
//  16  four bits for each of them from the lowest on, the low half of a byte first: the piece's type, pawn 0 to king 5,
//      and 8 where it belongs to the side not to move
//   2  score in units of the search, for the side to move
//   1  result of the game for the side to move: 0 lost, 1 drawn, 2 won
//   1  bit 0: the game is held out for validation
//   2  the move played, from + 64 * to, on the board as it stands here; castling is king takes rook
//   1  the game: 0 normal chess, 1 3-check
//   1  its state beside the board, 0 where it has none
//
// All numbers have their lowest byte first. Castling rights, en passant and counters of moves are left out.
// Games and states are those of eval/nnue/game_states.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "chess/position.h"
#include "data/game.h"
#include "game/game_record.h"
#include "util/bytes.h"

namespace rocada::data {

inline constexpr std::size_t kTrainingRecordBytes = 32;

// What the records of one game have in common.
struct RecordedGame {
  game::GameResult result = game::GameResult::Draw;
  bool held_out = false;
};

// `move` is what was played here and its score. Of at most kMostPieces.
void put_training_record(util::ByteWriter& out, const chess::Position& position, const ScoredMove& move,
                         const RecordedGame& game);

}  // namespace rocada::data
