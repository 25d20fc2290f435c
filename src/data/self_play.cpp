#include "data/self_play.h"

#include <fmt/format.h>

#include <cstdlib>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/variants/chess960.h"
#include "data/adjudicator.h"
#include "data/filter.h"
#include "data/packed_position.h"
#include "data/self_play_limits.h"
#include "search/signature.h"

namespace rocada::data {

using chess::Position;
using game::GameResult;

namespace {

Position random_start(util::Random& random, const Origin& origin) {
  if (random.below(100) >= static_cast<std::uint32_t>(origin.chess960_percent)) {
    return chess::start_position(origin.variant);
  }
  const auto number = [&] { return static_cast<int>(random.below(chess::kChess960Count)); };
  const int white = number();
  return chess::chess960_start(white, number(), origin.variant).value();
}

// Nothing where the game ends on the way.
std::optional<Position> walk_at_random(Position position, std::uint32_t plies, util::Random& random) {
  for (std::uint32_t ply = 0; ply < plies; ++ply) {
    const chess::MoveList moves = chess::legal_moves(position);
    if (moves.empty()) return std::nullopt;
    position.make(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  if (chess::ending_on_board(position) != chess::Ending::None) return std::nullopt;
  return position;
}

}  // namespace

util::Result<SelfPlayer> SelfPlayer::create(const Origin& origin, const eval::nnue::SharedNetwork& network) {
  auto search = search::SoloSearch::create(kSelfPlayHashMib, network);
  if (!search) return search.error();
  return SelfPlayer(origin, *std::move(search));
}

search::SoloSearch::Answer SelfPlayer::think(const game::GameRecord& record, std::uint64_t nodes) {
  const auto answer = search_->search(record, soft_limit(nodes));
  if (answer.depth > 0) return answer;
  // The very first depth may need more than a tiny limit allows.
  search::Limits limits;
  limits.depth = 1;
  return search_->search(record, limits);
}

std::optional<Position> SelfPlayer::balanced_opening(util::Random& random, const ShouldStop& should_stop) {
  while (!should_stop()) {
    const Position start = random_start(random, origin_);
    const auto opening = walk_at_random(start, kFewestOpeningPlies + random.below(2), random);
    if (!opening) continue;
    const auto answer = think(game::GameRecord(*opening), origin_.nodes * kOpeningSearchFactor);
    if (std::abs(answer.score) <= most_opening_score(opening->rules().check_is_progress())) return opening;
  }
  return std::nullopt;
}

// With few pieces even small searches know nearly all (experiments/0065), so few of these are asked for.
bool SelfPlayer::is_sampled(const Position& position, util::Random& random) const {
  const auto pieces = static_cast<std::uint32_t>(position.occupied().count());
  constexpr std::uint32_t kAll = kMostPieces * kMostPieces;
  return random.below(100 * kAll) < static_cast<std::uint32_t>(origin_.sample_percent) * pieces * pieces;
}

std::optional<Game> SelfPlayer::play(std::uint32_t number, const ShouldStop& should_stop) {
  search_->clear();
  util::Random random(util::mix(origin_.seed, number));
  const bool is_played_out = random.below(100) < static_cast<std::uint32_t>(origin_.played_out_percent);
  const auto opening = balanced_opening(random, should_stop);
  if (!opening) return std::nullopt;

  Game game{number, *opening};
  game::GameRecord record(*opening);
  Adjudicator adjudicator;
  while (record.size() < kMostPlies) {
    if (should_stop()) return std::nullopt;
    const Position& position = record.position();
    const auto judged = [&](const search::SoloSearch::Answer& answer) {
      return ScoredMove{answer.best, kept_score(seen_by(position.side_to_move(), answer.score))};
    };
    const int ply = ply_of(position);
    ScoredMove move = judged(think(record, origin_.nodes));
    const std::int16_t score = move.score;
    if (origin_.sample_nodes > 0) {
      if (is_sampled(position, random) && fate_of(position, move, Filter{}) == Fate::Kept) {
        move = judged(think(record, origin_.sample_nodes));
      } else {
        move.score = kUnscored;
      }
    }
    game.moves.push_back(move);
    record.play(move.move);
    if (const auto outcome = record.outcome(); outcome.is_over()) {
      game.result = outcome.result();
      return game;
    }
    const auto clear_result = adjudicator.after_move(ply, score);
    if (clear_result && !is_played_out) {
      game.result = *clear_result;
      return game;
    }
  }
  game.result = GameResult::Draw;
  return game;
}

std::string player_id(const eval::nnue::SharedNetwork& network) {
  return fmt::format("network-{:016x} rules-{} search-{}", network->card.checksum, kSelfPlayRules,
                     search::kSearchSignature);
}

}  // namespace rocada::data
