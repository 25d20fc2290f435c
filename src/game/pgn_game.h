// PgnGame: one game as PGN tells it, with tags, comments, annotations and variations.
//
// A value: read by PgnReader, written by to_pgn, or made from a GameRecord. Invariants, which reader and writer keep
// and rely on: every move is legal where it stands, and each fact has one home. Tags that only repeat another part of
// the game are no tags here: `Result` is PgnGame::result; `FEN`, `SetUp` and `Variant` are PgnGame::start and chess960.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/fen.h"
#include "chess/move.h"
#include "chess/position.h"
#include "game/game_record.h"

namespace rocada::game {

struct PgnTag {
  std::string name;
  std::string value;

  friend bool operator==(const PgnTag&, const PgnTag&) = default;
};

// Tags in the order in which they are written: Event, Site, Date, Round, White and Black, which every game has ("?"
// where unknown), then the others as they came. Names are found whatever their case.
class PgnTags {
 public:
  PgnTags();

  // The value, or null where there is no such tag.
  const std::string* find(std::string_view name) const;
  // Adds the tag, or changes its value. Line breaks and other control characters, which no tag can hold, become spaces.
  // `name` is a valid tag name and none that the game keeps elsewhere.
  void set(std::string_view name, std::string_view value);

  auto begin() const { return tags_.begin(); }
  auto end() const { return tags_.end(); }
  std::size_t size() const { return tags_.size(); }
  friend bool operator==(const PgnTags&, const PgnTags&) = default;

 private:
  std::vector<PgnTag> tags_;
};

// Something to begin with, and nothing that would end the name: white space, quotes, brackets.
bool is_pgn_tag_name(std::string_view name);
// Result, FEN, SetUp, Variant: kept in the game itself.
bool is_pgn_game_fact(std::string_view tag_name);

struct PgnMove;

// A sequence of moves: the game itself, or a variation.
struct PgnLine {
  std::string comment;  // before the first move
  std::vector<PgnMove> moves;

  friend bool operator==(const PgnLine& a, const PgnLine& b);
};

struct PgnMove {
  chess::Move move;                 // Move::none() is a null move; it stands in variations only
  std::vector<std::uint8_t> nags;   // numeric annotation glyphs, 1 for "!", 2 for "?", ...
  std::string comment;              // after the move, see pgn_comment
  std::vector<PgnLine> variations;  // what could have been played instead of this move

  friend bool operator==(const PgnMove& a, const PgnMove& b);
};

struct PgnGame {
  PgnTags tags;
  chess::Position start = chess::start_position();
  // Always true where the start position castles in no other way, see castles_as_chess960.
  bool chess960 = false;
  PgnLine main_line;
  GameResult result = GameResult::Unknown;

  friend bool operator==(const PgnGame&, const PgnGame&) = default;
};

// A comment as PGN can hold it: lines are wrapped anywhere, so white space is one space, and since nothing can be
// escaped, a closing brace becomes a closing parenthesis. Reader and writer pass every comment through this.
std::string pgn_comment(std::string_view text);

// Somebody may castle from where king or rook do not stand in normal chess.
bool castles_as_chess960(const chess::Position& position);

// The moves of the record as a main line, with the result the rules give. A Chess960 game that begins like normal chess
// must be marked by the caller.
PgnGame to_pgn_game(const GameRecord& record, PgnTags tags = {});
// The main line. It holds no null moves.
GameRecord to_game_record(const PgnGame& game);

}  // namespace rocada::game
