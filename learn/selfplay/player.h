// Player: plays game after game of self-play, a turn of the search at a time.
//
// A game is decided by the settings and its number alone, as in data::SelfPlayer: how many lanes play it, when, and
// beside which other games changes nothing. A Player is a plain value, all zeros at first, that can be put aside
// between rounds.
#pragma once

#include "data/adjudicator.h"
#include "data/bytes.h"
#include "data/game.h"
#include "openings.h"
#include "record.h"
#include "search.h"

namespace rocada::selfplay {

inline constexpr Score kMostOpeningScore = 1000;
inline constexpr int kOpeningSearchFactor = 4;  // of the nodes of a move
inline constexpr std::uint32_t kOneGameInSoManyIsPlayedOut = 20;
inline constexpr int kRepetitionsForDraw = 2;

// What all games share.
struct GameSettings {
  int nodes = 0;
  int chess960_percent = 0;
  std::uint64_t seed = 0;
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

// Ends games that are as good as over: data::Adjudicator for both sides of the bus.
struct Adjudication {
  int white_wins_for = 0;
  int black_wins_for = 0;
  int drawn_for = 0;

  // True once the result is clear; it is the winner's then, or a draw.
  ROCADA_PORTABLE bool is_clear_after(int ply, Score white_score, Winner& winner) {
    using Rules = data::Adjudicator;
    white_wins_for = white_score >= Rules::kWonScore ? white_wins_for + 1 : 0;
    black_wins_for = white_score <= -Rules::kWonScore ? black_wins_for + 1 : 0;
    const bool level = white_score <= Rules::kDrawnScore && white_score >= -Rules::kDrawnScore;
    drawn_for = ply >= Rules::kFirstDrawnPly && level ? drawn_for + 1 : 0;
    winner = white_wins_for >= Rules::kWonPlies   ? Winner::White
             : black_wins_for >= Rules::kWonPlies ? Winner::Black
                                                  : Winner::Nobody;
    return winner != Winner::Nobody || drawn_for >= Rules::kDrawnPlies;
  }
};

template <int Width>
struct PlayerMemory {
  SearchMemory<Width> search;
  std::uint32_t taken;  // the number source's answer, for all lanes to read
};

template <int Width, typename Lanes>
class Player {
 public:
  // `records` are two: one may wait for the host while the next game is played.
  ROCADA_PORTABLE void attach(const Weights<Width>& weights, PlayerMemory<Width>& memory, Record* records) {
    memory_ = &memory;
    records_ = records;
    search_.attach(weights, memory.search);
  }

  // False where nothing can be done in this round.
  ROCADA_PORTABLE bool turn(const GameSettings& settings, const NumberSource& numbers, std::uint32_t round) {
    if (phase_ == Phase::BetweenGames) return begin_game(settings, numbers, round);
    if (!search_.turn()) return true;
    if (phase_ == Phase::Opening) {
      judge_opening(settings);
    } else {
      play_move(settings, round);
    }
    return true;
  }

  ROCADA_PORTABLE const Totals& totals() const { return totals_; }

 private:
  enum class Phase { BetweenGames, Opening, Playing };

  ROCADA_PORTABLE Record& record() const { return records_[which_record_]; }
  ROCADA_PORTABLE std::uint64_t* keys() const { return memory_->search.keys; }

  ROCADA_PORTABLE bool begin_game(const GameSettings& settings, const NumberSource& numbers, std::uint32_t round) {
    if (records_[which_record_ ^ 1].finished_in == round) return false;
    if (lanes_.is_first()) memory_->taken = numbers.take();
    lanes_.sync();
    const std::uint32_t index = memory_->taken;
    lanes_.sync();
    if (index >= numbers.wanted) return false;
    const std::uint32_t number = numbers.number_of(index);
    which_record_ ^= 1;
    random_ = util::Random(data::mix(settings.seed, number));
    is_played_out_ = random_.below(kOneGameInSoManyIsPlayedOut) == 0;
    record().number = number;
    record().finished_in = 0;
    search_.forget();
    begin_opening(settings);
    return true;
  }

  ROCADA_PORTABLE void begin_opening(const GameSettings& settings) {
    do {
      position_ = random_start(random_, *settings.back_ranks, settings.chess960_percent);
      opening_plies_ = static_cast<int>(kFewestOpeningPlies + random_.below(2));
    } while (!walk_at_random(position_, opening_plies_, random_, memory_->search.pool, lanes_));
    plies_ = 0;
    phase_ = Phase::Opening;
    think(settings.nodes * kOpeningSearchFactor);
  }

  ROCADA_PORTABLE void think(int nodes) {
    keys()[plies_] = position_.key;
    search_.begin(position_, plies_, {nodes, nodes * params::kHardLimitFactor});
  }

  ROCADA_PORTABLE void judge_opening(const GameSettings& settings) {
    if (std::abs(search_.score()) > kMostOpeningScore) return begin_opening(settings);
    adjudication_ = {};
    record().start = position_;
    record().opening_plies = opening_plies_;
    phase_ = Phase::Playing;
    think(settings.nodes);
  }

  ROCADA_PORTABLE void play_move(const GameSettings& settings, std::uint32_t round) {
    const Score white_score = position_.side == kWhite ? search_.score() : -search_.score();
    const std::int16_t kept = data::kept_score(white_score);
    record().moves[plies_] = {search_.best_move(), kept};
    totals_.moves += 1;
    totals_.nodes += static_cast<std::uint64_t>(search_.nodes());
    totals_.depths += static_cast<std::uint64_t>(search_.depth());
    const int ply = opening_plies_ + plies_;
    make(position_, search_.best_move());
    ++plies_;
    Winner winner = Winner::Nobody;
    if (is_over(winner)) return end_game(winner, round);
    const bool clear = adjudication_.is_clear_after(ply, kept, winner);
    if (clear && !is_played_out_) return end_game(winner, round);
    if (plies_ == kMostGamePlies) return end_game(Winner::Nobody, round);
    think(settings.nodes);
  }

  // By the rules, in the order of game::GameRecord::outcome().
  ROCADA_PORTABLE bool is_over(Winner& winner) const {
    const KingSafety safety = king_safety(position_);
    const int moves = generate(position_, safety, MoveKinds::All, memory_->search.pool, lanes_);
    lanes_.sync();
    winner = Winner::Nobody;
    if (moves == 0) {
      if (safety.checkers != 0) winner = position_.side == kWhite ? Winner::Black : Winner::White;
      return true;
    }
    if (is_insufficient_material(position_) || position_.fifty_move_count >= 100) return true;
    int earlier = 0;
    for (int back = 4; back <= position_.fifty_move_count && back <= plies_; back += 2) {
      if (keys()[plies_ - back] == position_.key) ++earlier;
    }
    return earlier >= kRepetitionsForDraw;
  }

  ROCADA_PORTABLE void end_game(Winner winner, std::uint32_t round) {
    record().winner = winner;
    record().plies = plies_;
    record().finished_in = round;
    phase_ = Phase::BetweenGames;
  }

  Lanes lanes_{};
  PlayerMemory<Width>* memory_ = nullptr;
  Record* records_ = nullptr;
  int which_record_ = 0;
  Phase phase_ = Phase::BetweenGames;
  util::Random random_{0};
  bool is_played_out_ = false;
  int opening_plies_ = 0;
  int plies_ = 0;
  Position position_;
  Adjudication adjudication_;
  Totals totals_;
  Search<Width, Lanes> search_;
};

}  // namespace rocada::selfplay
