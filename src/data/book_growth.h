// Growing a book: games of self-play that try one good opening move after another, counted into a book.
//
// In its first plies a game takes one of the best moves at random, the better the likelier; then it is played out with
// the best moves alone, for a result. As with all self-play, a game is decided by seed and number: the number of
// threads changes nothing.
#pragma once

#include <cstdint>
#include <functional>

#include "book/book_maker.h"
#include "data/self_play.h"
#include "eval/nnue/network.h"
#include "util/result.h"

namespace rocada::data {

struct GrowthSettings {
  eval::nnue::SharedNetwork network;
  std::uint32_t games = 0;
  std::uint64_t nodes = 0;  // for a move once the opening is over; opening moves get several times as many
  std::uint64_t seed = 0;
  std::size_t opening_plies = 0;
  int threads = 1;
};

// Plays the games and adds them to the book, or as many as there is time for before `should_stop`. `report` is told how
// many there are after each game, one call at a time, from any thread. Returns that number.
util::Result<std::uint32_t> grow_book(const GrowthSettings& settings, book::BookMaker& maker,
                                      const ShouldStop& should_stop, const std::function<void(std::uint32_t)>& report);

}  // namespace rocada::data
