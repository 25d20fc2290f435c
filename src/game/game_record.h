// GameRecord: a start position and the moves played from it, as the referee's score sheet keeps them.
//
// A value owned by whoever runs the game (a session, a match, a PGN conversion); copies are independent, and a const
// record may be read from any thread. Every position of the game is kept, since a Position is small and copying one is
// how moves are made anyway: taking back is forgetting, and nothing can drift apart. Invariants: there is one position
// more than there are moves, one key for each position, and every move is legal in the position before it. Chess960 is
// no part of a record: inside, all castling is alike; text decides how to write it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "chess/color.h"
#include "chess/draw.h"
#include "chess/move.h"
#include "chess/position.h"

namespace rocada::game {

// How a game ended on the score sheet, whether on the board or by agreement, resignation or time.
enum class GameResult : std::uint8_t { Unknown, WhiteWins, BlackWins, Draw };

// "1-0", "0-1", "1/2-1/2" or "*".
std::string_view text_of(GameResult result);
// Reads what text_of writes, and the short "1/2".
std::optional<GameResult> parse_game_result(std::string_view text);

// What the rules say about the present position: is the game over, why, and who has won.
struct Outcome {
  chess::Ending ending = chess::Ending::None;
  std::optional<chess::Color> winner;  // none while the game goes on and in a draw

  bool is_over() const { return ending != chess::Ending::None; }
  GameResult result() const;
  // "White mates", "Black gives the third check", "Stalemate", ...; empty while the game goes on.
  std::string_view reason() const;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

class GameRecord {
 public:
  explicit GameRecord(const chess::Position& start);

  const chess::Position& start() const { return positions_.front(); }
  const chess::Position& position() const { return positions_.back(); }
  // From the start position to the present one.
  std::span<const chess::Position> positions() const { return positions_; }
  std::span<const chess::Move> moves() const { return moves_; }
  // The keys of the positions, the present one last: what a search needs to see repetitions.
  std::span<const chess::Key> keys() const { return keys_; }
  // How many plies have been played.
  std::size_t size() const { return moves_.size(); }

  // Plays a legal move. The rules' draws do not forbid going on, mate and the third check do.
  void play(chess::Move move);
  // Takes the last move back; false when there is none.
  bool undo();

  // How many times the present position has stood on the board before.
  int repetitions() const;
  Outcome outcome() const;

  friend bool operator==(const GameRecord&, const GameRecord&) = default;

 private:
  std::vector<chess::Position> positions_;
  std::vector<chess::Move> moves_;
  std::vector<chess::Key> keys_;
};

}  // namespace rocada::game
