// Random openings: a start position and a few moves at random, as `rocada datagen` plays them.
#pragma once

#include "selfplay/movegen.h"
#include "util/random.h"

namespace rocada::selfplay {

inline constexpr int kStartPositions = 960;
inline constexpr int kNormalStart = 518;

// The back ranks of Chess960, four bits a square from file a on: codes of pieces. Filled by the host.
struct BackRanks {
  std::uint32_t codes[kStartPositions];
};

ROCADA_PORTABLE inline Position start_position(std::uint32_t white_rank, std::uint32_t black_rank, bool checks_count) {
  Position position;
  if (checks_count) position.checks = Position::kChecksCount;
  ROCADA_ROLLED
  for (int file = 0; file < 8; ++file) {
    for (int color = kWhite; color <= kBlack; ++color) {
      const int home = file + (color == kWhite ? 0 : 56);
      const auto code = static_cast<int>((color == kWhite ? white_rank : black_rank) >> (4 * file) & 15);
      position.toggle({code, color, home});
      position.toggle({kPawn, color, home + forward(color)});
      if (code == kRook) {
        position.castling_rooks |= bit(home);
        position.key ^= tables().castling_key[home];
      }
    }
  }
  return position;
}

ROCADA_PORTABLE inline Position random_start(util::Random& random, const BackRanks& ranks, int chess960_percent,
                                             bool checks_count) {
  const bool chess960 = random.below(100) < static_cast<std::uint32_t>(chess960_percent);
  const std::uint32_t white = chess960 ? random.below(kStartPositions) : kNormalStart;
  const std::uint32_t black = chess960 ? random.below(kStartPositions) : kNormalStart;
  return start_position(ranks.codes[white], ranks.codes[black], checks_count);
}

// Plays so many moves at random; false where the game ends on the way or right after it.
template <typename Lanes>
ROCADA_PORTABLE inline bool walk_at_random(Position& position, int plies, util::Random& random, ListedMove* list,
                                           Lanes lanes) {
  ROCADA_ROLLED
  for (int ply = 0;; ++ply) {
    const int moves = generate(position, king_safety(position), MoveKinds::All, list, lanes);
    if (moves == 0) return false;
    if (ply == plies) return !is_insufficient_material(position);
    const chess::Move move = move_of(list[random.below(static_cast<std::uint32_t>(moves))]);
    lanes.sync();
    make(position, move);
  }
}

}  // namespace rocada::selfplay
