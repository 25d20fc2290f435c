// PgnReader: the games of a PGN file, one at a time.
//
// Holds one game, whatever the size of the file; the stream must outlive the reader. Not for use from several threads
// at once. Reads generously what programs and people write: tags in any order or none, comments in braces or to the end
// of the line, lines hidden by %, nested variations, annotations as $n or as suffixes, move numbers in every form or
// none, castling with zeros, coordinate moves, "e.p.", missing results, a byte order mark, any line end, any bytes in
// tags and comments. Null moves (-- or Z0) are kept in variations and are an error in the main line, which must be a
// game that can be played. Several comments at one place become one; a comment before the tags of a game
// belongs to no game and is dropped.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <utility>

#include "game/pgn_game.h"
#include "game/pgn_lexer.h"
#include "util/result.h"

namespace rocada::game {

// What no honest game exceeds: bounds on the memory and the stack that a hostile one can take.
struct PgnLimits {
  std::size_t game_bytes = std::size_t{64} << 20;
  std::size_t tags = 1000;
  std::size_t variation_depth = 64;
  std::size_t plies = 20'000;             // from the start to the end of any line
  std::size_t moves_in_tree = 1'000'000;  // all lines together; a variation counts as one more
};

class PgnReader {
 public:
  explicit PgnReader(std::istream& input, const PgnLimits& limits = {});

  // The next game; nothing at the end of the file. An error reads "line 3, column 7: game 1: what is wrong", and the
  // call after it goes on with the game that follows.
  util::Result<std::optional<PgnGame>> next();
  // After an error: the game up to where it went wrong; nothing where not one of its moves could be read.
  std::optional<PgnGame> take_readable_part() { return std::exchange(readable_part_, std::nullopt); }

 private:
  // Forgets what is left of a game in which, `open_variations` deep, something was wrong.
  void skip_game(std::size_t open_variations);

  PgnLimits limits_;
  PgnLexer lexer_;
  long games_ = 0;
  bool failure_reported_ = false;
  std::optional<PgnGame> readable_part_;
};

}  // namespace rocada::game
