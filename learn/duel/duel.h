// Duel: two settings of the search's numbers play a pair of games, one with either colour, for learn/tune.
//
// Both play in one process, each with a table and histories of its own; the numbers (search/tunables.h) are those of
// whoever is to move. So a duel is decided by its opening, its nodes and the two settings alone.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "chess/position.h"
#include "search/solo_search.h"
#include "util/result.h"

namespace rocada::duel {

// A value for each of tunables().
using Numbers = std::vector<int>;

// "kRazoringMargin=200 kFutilityBase=90": these, and all others as they are.
util::Result<Numbers> parse_numbers(std::string_view text);

class Duel {
 public:
  // The error says that there is not enough memory.
  static util::Result<Duel> create();

  // Half points of the first from two games, 0 to 4: it has White in the first.
  int play_pair(const chess::Position& opening, std::uint64_t nodes, const Numbers& first, const Numbers& second);

 private:
  struct Player {
    std::unique_ptr<search::SoloSearch> search;
    Numbers numbers;
  };

  explicit Duel(std::vector<Player> players) : players_(std::move(players)) {}
  // Half points of White.
  int play(const chess::Position& opening, std::uint64_t nodes, Player& white, Player& black);

  std::vector<Player> players_;  // two
};

// Answers each line "NODES; FEN; NUMBERS; NUMBERS" with the half points of the first; an error ends it.
util::Result<util::Done> answer_lines(std::istream& in, std::ostream& out);

}  // namespace rocada::duel
