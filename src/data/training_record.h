// Training records: positions in 32 bytes as the trainer wants them, all seen from the side to move.
//
//   8  occupied squares, one bit each. Where Black is to move, the board is flipped: a8 is the lowest bit.
//  16  four bits for each of them from the lowest on, the low half of a byte first: the piece's type, pawn 0 to king 5,
//      and 8 where it belongs to the side not to move
//   2  score in centipawns, for the side to move
//   1  result of the game for the side to move: 0 lost, 1 drawn, 2 won
//   1  bit 0: the game is held out for validation
//   4  number of the game
//
// All numbers have their lowest byte first. Castling rights, en passant and counters are left out.
#pragma once

#include <cstddef>
#include <cstdint>

#include "chess/position.h"
#include "data/bytes.h"
#include "eval/score.h"
#include "game/game_record.h"

namespace rocada::data {

inline constexpr std::size_t kTrainingRecordBytes = 32;

// What the records of one game have in common.
struct RecordedGame {
  std::uint32_t number = 0;
  game::GameResult result = game::GameResult::Draw;
  bool held_out = false;
};

// `white_score` is from White's point of view. Of at most kMostPieces.
void put_training_record(ByteWriter& out, const chess::Position& position, std::int16_t white_score,
                         const RecordedGame& game);

}  // namespace rocada::data
