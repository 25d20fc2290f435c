// BookMaker: an opening book made of games.
//
// Every move of the first plies of a game counts for the side that played it: 2 points for a win, 1 for a draw or an
// unknown result. A move's weight is its points, scaled down where they do not fit; a move that never scored is left
// out. For one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <span>
#include <string>

#include "book/move_counts.h"
#include "chess/move.h"
#include "chess/position.h"
#include "game/game_record.h"
#include "util/result.h"

namespace rocada::book {

struct BookSettings {
  std::uint32_t min_games = 3;              // a move needs so many to come into the book
  std::size_t depth = 30;                   // plies of a game that count
  std::size_t room = std::size_t{1} << 22;  // counts held in memory at a time
};

struct BookSummary {
  std::uint64_t positions = 0;
  std::uint64_t entries = 0;
};

class BookMaker {
 public:
  explicit BookMaker(const BookSettings& settings) : settings_(settings), counts_(settings.room) {}

  // The moves are legal one after the other from `start`, which is a book position. The error says that there is no
  // room for temporary files.
  util::Result<util::Done> add(const chess::Position& start, std::span<const chess::Move> moves,
                               game::GameResult result);
  // Writes the book, in place of whatever the file was, and forgets the games. Where that fails, or where no move is
  // fit for the book, the file stays as it was.
  util::Result<BookSummary> write(const std::string& path);

 private:
  const BookSettings settings_;
  MoveCounts counts_;
};

// What became of the games of a PGN file.
struct PgnTally {
  std::uint64_t games = 0;     // that count
  std::uint64_t bad = 0;       // could not be read to the end, an illegal move or the like
  std::uint64_t variants = 0;  // not normal chess
  std::string first_problem;   // of the bad ones
};

// Adds all games. A bad game is left out as a whole. `after_game` is called now and then; it may report progress.
util::Result<util::Done> add_games(BookMaker& maker, std::istream& pgn, PgnTally& tally,
                                   const std::function<void()>& after_game);

}  // namespace rocada::book
