// Networks: what evaluates in each game, where the game is known only later; and the way to a network by its file.
//
// A plain value. Each game has a network: the embedded one or another.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "chess/variant.h"
#include "eval/nnue/game_states.h"
#include "eval/nnue/network.h"
#include "util/result.h"

namespace rocada::eval::nnue {

class Networks {
 public:
  // The embedded ones. Reads that of normal chess, here where want of memory can be told.
  Networks();

  const SharedNetwork& of(chess::Variant variant) const;
  // In the place of its own game.
  void put(SharedNetwork network);

  // Of all of them, in the order of the games: "seventh for normal chess and first-3check for 3-check".
  std::string names() const;
  std::string checksums() const;
  // The same in one number, which tells whether others are the same.
  std::uint64_t fingerprint() const;

 private:
  const NetworkCard& card_of(chess::Variant variant) const;

  std::array<SharedNetwork, kLearnedGames.size()> chosen_;  // by LearnedGame::number; null: the embedded one
};

// The embedded networks, and the one of the file, where one is named, in the place of its own game.
util::Result<Networks> find_networks(const std::string& file);

// The network in a file, or the embedded one where no file is named. A network for another game is refused.
util::Result<SharedNetwork> find_network(const std::string& file, chess::Variant variant);

}  // namespace rocada::eval::nnue
