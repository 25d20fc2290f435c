// SelfPlayer: plays games of self-play, one at a time, on the caller's thread.
//
// A game is decided by its origin and number alone: everything random in it comes from a generator made of seed and
// number, and the search remembers nothing of other games. So it does not matter which thread plays which game, or
// when.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "data/game.h"
#include "search/solo_search.h"
#include "util/random.h"
#include "util/result.h"

namespace rocada::data {

// Asked between moves, from any thread.
using ShouldStop = std::function<bool()>;

class SelfPlayer {
 public:
  // The error says that there is not enough memory.
  static util::Result<SelfPlayer> create(const Origin& origin, const eval::nnue::SharedNetwork& network);

  // Nothing where it had to stop before the end.
  std::optional<Game> play(std::uint32_t number, const ShouldStop& should_stop);

 private:
  SelfPlayer(const Origin& origin, std::unique_ptr<search::SoloSearch> search)
      : origin_(origin), search_(std::move(search)) {}

  std::optional<chess::Position> balanced_opening(util::Random& random, const ShouldStop& should_stop);
  bool is_sampled(const chess::Position& position, util::Random& random) const;
  search::SoloSearch::Answer think(const game::GameRecord& record, std::uint64_t nodes);

  Origin origin_;
  std::unique_ptr<search::SoloSearch> search_;
};

// What Origin::player says of games that this program plays with this network.
std::string player_id(const eval::nnue::SharedNetwork& network);

}  // namespace rocada::data
