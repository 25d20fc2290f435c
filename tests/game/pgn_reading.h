// PGN text read whole: its games, its errors, its moves.
#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "chess/notation.h"
#include "game/pgn_game.h"
#include "game/pgn_reader.h"

namespace rocada::game {

// Everything a text holds, in order: games and, where one was wrong, the errors.
struct Contents {
  std::vector<PgnGame> games;
  std::vector<std::string> errors;
};

inline Contents read_all(const std::string& text, const PgnLimits& limits = {}) {
  std::istringstream file(text);
  PgnReader reader(file, limits);
  Contents contents;
  // Each call consumes at least a byte, or the reader would never end.
  for (std::size_t call = 0; call <= text.size() + 1; ++call) {
    auto next = reader.next();
    if (!next) {
      contents.errors.push_back(next.error().message);
    } else if (*next) {
      contents.games.push_back(**std::move(next));
    } else {
      return contents;
    }
  }
  ADD_FAILURE() << "the reader does not come to an end:\n" << text;
  return contents;
}

inline PgnGame read_one(const std::string& text) {
  Contents contents = read_all(text);
  for (const std::string& error : contents.errors) ADD_FAILURE() << error << "\n" << text;
  EXPECT_EQ(contents.games.size(), 1u) << text;
  return contents.games.empty() ? PgnGame() : contents.games.front();
}

// The first error of a text, "" where there is none.
inline std::string pgn_error(const std::string& text, const PgnLimits& limits = {}) {
  const Contents contents = read_all(text, limits);
  return contents.errors.empty() ? "" : contents.errors.front();
}

inline std::string sans(const PgnLine& line, chess::Position position) {
  std::string text;
  for (const PgnMove& move : line.moves) {
    if (!text.empty()) text += ' ';
    text += move.move.is_none() ? "--" : chess::to_san(position, move.move);
    if (move.move.is_none()) {
      position.make_null();
    } else {
      position.make(move.move);
    }
  }
  return text;
}

inline std::string main_line(const PgnGame& game) { return sans(game.main_line, game.start); }
inline std::string main_line_of(const std::string& text) { return main_line(read_one(text)); }

}  // namespace rocada::game
