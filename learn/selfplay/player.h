// Player: plays game after game of self-play, a turn of the search at a time.
//
// A game is decided by the settings and its number alone, as in data::SelfPlayer: how many lanes play it, when, and
// beside which other games changes nothing. A Player is a plain value, all zeros at first, that can be put aside
// between rounds.
#pragma once

#include "data/adjudicator.h"
#include "data/game.h"
#include "selfplay/openings.h"
#include "selfplay/record.h"
#include "selfplay/search.h"

namespace rocada::selfplay {

using game::GameResult;

inline constexpr int kRepetitionsForDraw = 2;

// What all games share.
struct GameSettings {
  int nodes = 0;
  int chess960_percent = 0;
  int played_out_percent = 0;
  std::uint64_t seed = 0;
  bool checks_count = false;  // it is 3-check
  const BackRanks* back_ranks = nullptr;
};

// Which games are still to be played. Players of one machine take from the same place.
struct NumberSource {
  std::uint32_t* taken = nullptr;       // how many have been
  std::uint32_t wanted = 0;             // how many may be
  const std::uint32_t* gaps = nullptr;  // numbers left out by earlier runs come first
  std::uint32_t gap_count = 0;
  std::uint32_t first_fresh = 0;

  ROCADA_PORTABLE std::uint32_t take() const {
#ifdef __CUDA_ARCH__
    return atomicAdd(taken, 1u);
#else
    return (*taken)++;
#endif
  }
  ROCADA_PORTABLE std::uint32_t number_of(std::uint32_t index) const {
    return index < gap_count ? gaps[index] : first_fresh + (index - gap_count);
  }
};

// Where a game stands between two moves.
struct GameState {
  Position position;
  util::Random random{0};
  data::Adjudicator adjudicator;
  Totals totals;
  bool is_played_out = false;
  int opening_plies = 0;
  int plies = 0;
  int which_record = 0;
};

template <typename Net>
struct PlayerMemory {
  SearchMemory<Net> search;
  GameState game;
  std::uint32_t taken;  // the number source's answer, for all lanes to read
};

// The game's state is needed once a move, so it lies in memory; whoever changes it works on a copy, which every lane
// takes before any lane puts it back.
template <typename Net, typename Lanes>
class Player {
 public:
  // `records` are two: one may wait for the host while the next game is played.
  ROCADA_PORTABLE void attach(const typename Net::Near& near, const typename Net::Far& far, PlayerMemory<Net>& memory,
                              Record* records) {
    memory_ = &memory;
    records_ = records;
    search_.attach(near, far, memory.search);
  }

  // A turn of the search, nothing where it has ended.
  ROCADA_PORTABLE void turn() { search_.turn(); }

  // Plays the move found and what else is due between two searches. False where nothing can be done in this round.
  ROCADA_PORTABLE bool go_on(const GameSettings& settings, const NumberSource& numbers, std::uint32_t round) {
    if (phase_ == Phase::InSearch) {
      if (!search_.has_ended()) return true;
      phase_ = Phase::BetweenSearches;
    }
    GameState game = memory_->game;
    lanes_.sync();
    const bool anything_done = go_on(game, settings, numbers, round);
    memory_->game = game;
    lanes_.sync();
    return anything_done;
  }

 private:
  enum class Phase { BetweenGames, BetweenSearches, InSearch };

  ROCADA_PORTABLE std::uint64_t* keys() const { return memory_->search.keys; }
  ROCADA_PORTABLE Record& record(const GameState& game) const { return records_[game.which_record]; }

  ROCADA_PORTABLE bool go_on(GameState& game, const GameSettings& settings, const NumberSource& numbers,
                             std::uint32_t round) {
    int nodes = settings.nodes;
    if (phase_ == Phase::BetweenGames) {
      if (!begin_game(game, settings, numbers, round)) return false;
      find_opening(game, settings);
      nodes *= data::kOpeningSearchFactor;
    } else if (is_opening_) {
      is_opening_ = std::abs(search_.score()) > data::most_opening_score(game.position.checks_count());
      if (is_opening_) {
        find_opening(game, settings);
        nodes *= data::kOpeningSearchFactor;
      } else {
        record(game).start = game.position;
        record(game).opening_plies = game.opening_plies;
      }
    } else if (!play_move(game, round)) {
      phase_ = Phase::BetweenGames;
      return true;
    }
    keys()[game.plies] = game.position.key;
    search_.begin(game.position, game.plies, {nodes, nodes * data::kHardLimitFactor});
    phase_ = Phase::InSearch;
    return true;
  }

  ROCADA_PORTABLE bool begin_game(GameState& game, const GameSettings& settings, const NumberSource& numbers,
                                  std::uint32_t round) {
    if (records_[game.which_record ^ 1].finished_in == round) return false;
    if (lanes_.is_first()) memory_->taken = numbers.take();
    lanes_.sync();
    const std::uint32_t index = memory_->taken;
    lanes_.sync();
    if (index >= numbers.wanted) return false;
    const std::uint32_t number = numbers.number_of(index);
    game.which_record ^= 1;
    game.random = util::Random(util::mix(settings.seed, number));
    game.is_played_out = game.random.below(100) < static_cast<std::uint32_t>(settings.played_out_percent);
    game.adjudicator = {};
    record(game).number = number;
    record(game).finished_in = 0;
    search_.forget();
    is_opening_ = true;
    return true;
  }

  ROCADA_PORTABLE void find_opening(GameState& game, const GameSettings& settings) {
    ROCADA_ROLLED
    do {
      game.position = random_start(game.random, *settings.back_ranks, settings.chess960_percent, settings.checks_count);
      game.opening_plies = static_cast<int>(data::kFewestOpeningPlies + game.random.below(2));
    } while (!walk_at_random(game.position, game.opening_plies, game.random, memory_->search.pool, lanes_));
    game.plies = 0;
  }

  // False where that was the last one.
  ROCADA_PORTABLE bool play_move(GameState& game, std::uint32_t round) {
    const Score white_score = game.position.side == kWhite ? search_.score() : -search_.score();
    const std::int16_t kept = data::kept_score(white_score);
    record(game).moves[game.plies] = {search_.best_move(), kept};
    game.totals.moves += 1;
    game.totals.nodes += static_cast<std::uint64_t>(search_.nodes());
    game.totals.depths += static_cast<std::uint64_t>(search_.depth());
    const int ply = game.opening_plies + game.plies;
    make(game.position, search_.best_move());
    ++game.plies;

    GameResult result = result_on_board(game);
    const auto clear_result = game.adjudicator.after_move(ply, kept);
    if (result == GameResult::Unknown && clear_result && !game.is_played_out) result = *clear_result;
    if (result == GameResult::Unknown && game.plies == data::kMostPlies) result = GameResult::Draw;
    if (result == GameResult::Unknown) return true;
    record(game).result = result;
    record(game).plies = game.plies;
    record(game).finished_in = round;
    return false;
  }

  // By the rules, in the order of game::GameRecord::outcome(); unknown while the game goes on.
  ROCADA_PORTABLE GameResult result_on_board(const GameState& game) const {
    const Position& position = game.position;
    const KingSafety safety = king_safety(position);
    const int moves = generate(position, safety, MoveKinds::All, memory_->search.pool, lanes_);
    lanes_.sync();
    if (moves == 0) {
      if (safety.checkers == 0) return GameResult::Draw;
      return position.side == kWhite ? GameResult::BlackWins : GameResult::WhiteWins;
    }
    if (is_insufficient_material(position) || position.fifty_move_count >= 100) return GameResult::Draw;
    int earlier = 0;
    ROCADA_ROLLED
    for (int back = 4; back <= position.fifty_move_count && back <= game.plies; back += 2) {
      if (keys()[game.plies - back] == position.key) ++earlier;
    }
    return earlier >= kRepetitionsForDraw ? GameResult::Draw : GameResult::Unknown;
  }

  Lanes lanes_{};
  PlayerMemory<Net>* memory_ = nullptr;
  Record* records_ = nullptr;
  Phase phase_ = Phase::BetweenGames;
  bool is_opening_ = false;  // what is being searched
  Search<Net, Lanes> search_;
};

}  // namespace rocada::selfplay
