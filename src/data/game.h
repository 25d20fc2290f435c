// Game: one game of self-play as it is kept: where it began, every move with its score, and who won. Plain values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "chess/variant.h"
#include "data/self_play_limits.h"
#include "eval/score.h"
#include "game/game_record.h"
#include "util/result.h"

namespace rocada::data {

// All that decides how games go: one program plays the same game for the same origin and number on every machine.
struct Origin {
  std::string player;       // names the evaluation and the search that played, see player_id()
  std::uint64_t nodes = 0;  // for a move: no further depth is begun after so many
  std::uint64_t seed = 0;
  int chess960_percent = 0;  // games that begin from a double Chess960 position instead of the normal one
  int played_out_percent = kUsualPlayedOutPercent;  // games that go on however clear they are
  chess::Variant variant = chess::Variant::Standard;
  // Where these are given, only a sample of the positions has scores, by searches of so many nodes.
  std::uint64_t sample_nodes = 0;
  int sample_percent = 0;  // of those with all pieces, and of others the fewer the fewer pieces they have
  friend bool operator==(const Origin&, const Origin&) = default;
};

// Scores are kept from White's point of view. What lies beyond this bound, either way, is a mate or a win by tablebase.
inline constexpr eval::Score kHighestOrdinaryScore = 30'000;

constexpr std::int16_t kUnscored = std::numeric_limits<std::int16_t>::min();

constexpr bool is_decided(eval::Score kept) {
  return kept != kUnscored && (kept > kHighestOrdinaryScore || kept < -kHighestOrdinaryScore);
}

constexpr std::int16_t kept_score(eval::Score score) {
  if (eval::is_decisive(score)) return static_cast<std::int16_t>(score);
  const eval::Score highest = kHighestOrdinaryScore;  // clamp wants addresses, which a GPU has only of its own
  return static_cast<std::int16_t>(std::clamp(score, -highest, highest));
}
static_assert(kept_score(eval::mated_in(0)) != kUnscored);
static_assert(is_decided(kept_score(eval::kTablebaseWinInMaxPly)) && !is_decided(kept_score(eval::kHighestEvaluation)));

// `color`'s view of a score that is White's, and the other way round.
constexpr eval::Score seen_by(chess::Color color, eval::Score score) {
  return color == chess::Color::White ? score : -score;
}

struct ScoredMove {
  chess::Move move;
  std::int16_t score = 0;
  friend bool operator==(const ScoredMove&, const ScoredMove&) = default;
};

struct Game {
  std::uint32_t number = 0;
  chess::Position start;
  std::vector<ScoredMove> moves{};
  game::GameResult result = game::GameResult::Draw;
  friend bool operator==(const Game&, const Game&) = default;
};

// Plies since the first move of the game, those before the position at hand was set up included.
inline int ply_of(const chess::Position& position) {
  return 2 * (position.full_move_number() - 1) + (position.side_to_move() == chess::Color::Black ? 1 : 0);
}

// Plays the moves; the error names the first that is not legal.
util::Result<game::GameRecord> replay(const Game& game);

}  // namespace rocada::data
