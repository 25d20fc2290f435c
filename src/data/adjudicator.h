// Adjudicator: ends games of self-play that are as good as over, so that no time goes into positions that teach
// nothing. constexpr, so that a GPU can use it, too; its scores are therefore in the units of whatever network plays.
#pragma once

#include <optional>

#include "eval/score.h"
#include "game/game_record.h"

namespace rocada::data {

class Adjudicator {
 public:
  static constexpr eval::Score kWonScore = 1500;
  static constexpr int kWonPlies = 4;  // in a row: each side says it at least once
  static constexpr eval::Score kDrawnScore = 8;
  static constexpr int kDrawnPlies = 10;
  static constexpr int kFirstDrawnPly = 70;  // nothing counts as drawn before

  // After each move: the score, from White's point of view, of the position in which it was played, and that position's
  // ply. The result, once it is clear.
  constexpr std::optional<game::GameResult> after_move(int ply, eval::Score white_score) {
    white_wins_for_ = white_score >= kWonScore ? white_wins_for_ + 1 : 0;
    black_wins_for_ = white_score <= -kWonScore ? black_wins_for_ + 1 : 0;
    const bool level = white_score <= kDrawnScore && white_score >= -kDrawnScore;
    drawn_for_ = ply >= kFirstDrawnPly && level ? drawn_for_ + 1 : 0;
    if (white_wins_for_ >= kWonPlies) return game::GameResult::WhiteWins;
    if (black_wins_for_ >= kWonPlies) return game::GameResult::BlackWins;
    if (drawn_for_ >= kDrawnPlies) return game::GameResult::Draw;
    return std::nullopt;
  }

 private:
  int white_wins_for_ = 0;  // plies
  int black_wins_for_ = 0;
  int drawn_for_ = 0;
};

}  // namespace rocada::data
