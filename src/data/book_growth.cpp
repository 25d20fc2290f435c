#include "data/book_growth.h"

#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "chess/fen.h"
#include "data/adjudicator.h"
#include "data/block_loop.h"
#include "data/game.h"
#include "data/self_play_limits.h"
#include "eval/wdl.h"
#include "search/solo_search.h"
#include "util/parallel.h"
#include "util/random.h"

namespace rocada::data {

using game::GameRecord;
using game::GameResult;
using search::SoloSearch;

namespace {

constexpr int kOpeningMoves = 5;  // of a position, at most
constexpr int kWorthTrying = 40;  // centipawns below the best move, at most

// Games may come to one position in different numbers of moves.
chess::Position without_counters(const chess::Position& position) {
  chess::PositionSetup setup = position.to_setup();
  setup.fifty_move_count = 0;
  setup.full_move_number = 1;
  return chess::Position::from_setup(setup).value();
}

struct OpeningMove {
  chess::Move move;
  std::uint32_t weight = 0;
};
using OpeningMoves = std::vector<OpeningMove>;

// What is worth trying in each position met so far. What stands here is the position's alone, so it does not matter who
// looked first.
class Openings {
 public:
  template <typename Look>
  OpeningMoves moves(const chess::Position& position, Look&& look) {
    {
      const std::scoped_lock lock(mutex_);
      if (const auto known = known_.find(position.key()); known != known_.end()) return known->second;
    }
    const OpeningMoves moves = look();
    const std::scoped_lock lock(mutex_);
    return known_.emplace(position.key(), moves).first->second;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<chess::Key, OpeningMoves> known_;
};

class Player {
 public:
  Player(const GrowthSettings& settings, Openings& openings, std::unique_ptr<SoloSearch> search)
      : settings_(settings), openings_(openings), search_(std::move(search)) {}

  // Plays game `number`; nothing where it had to stop before the end.
  std::optional<GameResult> play(std::uint32_t number, GameRecord& record, const ShouldStop& should_stop) {
    util::Random random(util::mix(settings_.seed, number));
    while (record.size() < settings_.opening_plies && !record.outcome().is_over()) {
      if (should_stop()) return std::nullopt;
      record.play(choose(openings_.moves(record.position(), [&] { return look_at(record.position()); }), random));
    }
    return play_out(record, should_stop);
  }

 private:
  // A search that remembers nothing, of a position that has no past, so that the answer is the same whoever asks.
  OpeningMoves look_at(const chess::Position& position) {
    search_->clear();
    const GameRecord record(without_counters(position));
    auto best = search_->best_moves(record, soft_limit(settings_.nodes * kOpeningSearchFactor), kOpeningMoves);
    if (best.empty()) best = search_->best_moves(record, to_depth_one(), kOpeningMoves);
    const eval::ScoreScale scale(position);
    OpeningMoves moves;
    for (const SoloSearch::ScoredMove& candidate : best) {
      const int loss = scale.centipawns(best.front().score) - scale.centipawns(candidate.score);
      if (loss <= kWorthTrying) moves.push_back({candidate.move, static_cast<std::uint32_t>(kWorthTrying + 1 - loss)});
    }
    return moves;
  }

  static chess::Move choose(const OpeningMoves& moves, util::Random& random) {
    std::uint32_t total = 0;
    for (const OpeningMove& candidate : moves) total += candidate.weight;
    std::uint32_t rest = random.below(total);
    for (const OpeningMove& candidate : moves) {
      if (rest < candidate.weight) return candidate.move;
      rest -= candidate.weight;
    }
    return moves.front().move;
  }

  std::optional<GameResult> play_out(GameRecord& record, const ShouldStop& should_stop) {
    search_->clear();
    Adjudicator adjudicator;
    while (!record.outcome().is_over()) {
      if (record.size() >= kMostPlies) return GameResult::Draw;
      if (should_stop()) return std::nullopt;
      auto answer = search_->search(record, soft_limit(settings_.nodes));
      if (answer.depth == 0) answer = search_->search(record, to_depth_one());
      const chess::Position& position = record.position();
      const int ply = ply_of(position);
      const eval::Score white_score = seen_by(position.side_to_move(), answer.score);
      record.play(answer.best);
      if (const auto clear_result = adjudicator.after_move(ply, white_score)) return clear_result;
    }
    return record.outcome().result();
  }

  // The very first depth may need more than a tiny limit allows.
  static search::Limits to_depth_one() {
    search::Limits limits;
    limits.depth = 1;
    return limits;
  }

  const GrowthSettings& settings_;
  Openings& openings_;
  std::unique_ptr<SoloSearch> search_;
};

}  // namespace

util::Result<std::uint32_t> grow_book(const GrowthSettings& settings, book::BookMaker& maker,
                                      const ShouldStop& should_stop, const std::function<void(std::uint32_t)>& report) {
  Openings openings;
  std::vector<Player> players;
  for (int i = 0; i < settings.threads; ++i) {
    auto search = SoloSearch::create(kSelfPlayHashMib, settings.network);
    if (!search) return search.error();
    players.emplace_back(settings, openings, *std::move(search));
  }
  std::mutex mutex;
  std::optional<util::Error> failure;
  std::uint32_t begun = 0;
  std::uint32_t done = 0;
  const auto begin_game = [&]() -> std::optional<std::uint32_t> {
    const std::scoped_lock lock(mutex);
    if (begun == settings.games || failure) return std::nullopt;
    return begun++;
  };
  util::for_each_in_parallel(players.size(), settings.threads, [&](std::size_t i) {
    while (const auto number = begin_game()) {
      GameRecord record(chess::start_position());
      const auto result = players[i].play(*number, record, should_stop);
      if (!result) return;
      const std::scoped_lock lock(mutex);
      if (const auto added = maker.add(record.start(), record.moves(), *result); !added) failure = added.error();
      report(++done);
    }
  });
  if (failure) return *failure;
  return done;
}

}  // namespace rocada::data
