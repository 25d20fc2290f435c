// Statistics of game files: how long games are, how they end, how scores are spread, and what the filters leave of
// them.
//
// Memory: eight bytes for each position that passes the filters, to find those that come more than once.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "chess/zobrist.h"
#include "data/block_loop.h"
#include "data/filter.h"
#include "data/game.h"
#include "eval/score.h"
#include "util/result.h"

namespace rocada::data {

// Bins of the histogram: below the first bound, from each bound to the next, and from the last on; mates among them.
inline constexpr std::array<eval::Score, 14> kScoreBounds = {-3000, -1500, -700, -300, -150, -50,  -8,
                                                             9,     51,    151,  301,  701,  1501, 3001};

class Statistics {
 public:
  explicit Statistics(const Filter& filter) : filter_(filter) {}

  // `record` is the game replayed.
  void add(const Game& game, const game::GameRecord& record);
  void add(const Statistics& other);

  const Filter& filter() const { return filter_; }
  std::uint64_t games() const { return games_; }
  std::uint64_t positions() const { return positions_; }
  // By text_of(GameResult), and by the reason the rules give; "adjudicated" where they give none.
  const std::map<std::string_view, std::uint64_t>& results() const { return results_; }
  const std::map<std::string_view, std::uint64_t>& endings() const { return endings_; }
  // How many games have that many plies.
  const std::map<std::size_t, std::uint64_t>& lengths() const { return lengths_; }
  // By bin, of all positions, from White's point of view.
  const std::array<std::uint64_t, kScoreBounds.size() + 1>& scores() const { return scores_; }
  const std::array<std::uint64_t, kFateNames.size()>& fates() const { return fates_; }
  // Positions that pass the filters, less the different ones among them.
  std::uint64_t count_duplicates();

 private:
  Filter filter_;
  std::uint64_t games_ = 0;
  std::uint64_t positions_ = 0;
  std::map<std::string_view, std::uint64_t> results_;
  std::map<std::string_view, std::uint64_t> endings_;
  std::map<std::size_t, std::uint64_t> lengths_;
  std::array<std::uint64_t, kScoreBounds.size() + 1> scores_{};
  std::array<std::uint64_t, kFateNames.size()> fates_{};
  std::vector<chess::Key> kept_keys_;  // in any order
};

// Adds all games of the file. The first thing wrong with it ends that; the error names the place.
util::Result<util::Done> gather(Statistics& statistics, const std::string& file, int threads,
                                const BytesProgress& progress);

}  // namespace rocada::data
