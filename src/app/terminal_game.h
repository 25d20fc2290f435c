// TerminalGame: a game between a person and the engine, line by line.
//
// Pushed one line of input at a time; writes through a sink, and knows neither stdin nor stdout. Lives on one thread
// and waits there while the engine thinks. It owns the game; the engine must outlive it. Invariant: between two lines
// either the game is over or it is the user's turn.
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/board_drawing.h"
#include "app/game_file.h"
#include "chess/color.h"
#include "chess/fen.h"
#include "chess/game_kind.h"
#include "chess/position.h"
#include "engine/draw_policy.h"
#include "engine/engine_api.h"
#include "game/game_record.h"
#include "game/pgn_game.h"
#include "protocol/handler.h"
#include "search/handicap.h"
#include "search/limits.h"
#include "util/random.h"
#include "util/result.h"

namespace rocada::app {

// Which sides the user plays; the engine plays the others.
using UserSides = chess::PerColor<bool>;

// white, black, both or none.
std::optional<UserSides> parse_user_sides(std::string_view text);

// How strong the engine plays, and what it may spend on a move.
struct PlayLevel {
  std::string name;
  int elo = search::kFullStrength;
  search::Limits limits{};

  // `elo` is one of search::kLowestElo..search::kFullStrength.
  static PlayLevel of(int elo);
  static PlayLevel of_time(util::Milliseconds per_move);
};

// Where a game of that kind begins. Chess960 takes the position's number, or draws one from `random`.
util::Result<chess::Position> play_start(chess::GameKind variant, std::optional<int> number, util::Random& random);

struct TerminalGameSettings {
  chess::GameKind variant;
  chess::Position start = chess::start_position();
  UserSides user;
  PlayLevel level;
  std::optional<std::string> pgn_path;  // a file named after the time without one
  BoardStyle style;
  std::uint64_t seed = 0;
};

// What the game needs of the world.
struct TerminalGameWorld {
  engine::EngineApi& engine;
  std::function<void(std::string_view)> write;
  std::function<std::tm()> local_time;
  const std::atomic<bool>& interrupted;  // set: stop thinking, save, and end
};

class TerminalGame {
 public:
  using Continue = protocol::Continue;

  TerminalGame(TerminalGameWorld world, TerminalGameSettings settings);

  // Shows the board, and plays the engine's move where it is its turn.
  Continue begin();
  // One line of input, without its end.
  Continue line(std::string_view text);
  // No more input comes: saves what is not saved yet. `line` has done so where it answers No.
  void end();

  // What to write before the user types.
  std::string prompt() const;
  const game::GameRecord& record() const { return record_; }

 private:
  struct Command;
  static const Command kCommands[];

  // What ended a game that the board has not ended.
  struct Agreement {
    game::GameResult result;
    std::string reason;
  };

  Continue play(std::string_view text);
  Continue hint(std::string_view);
  Continue undo(std::string_view);
  Continue change_sides(std::string_view sides);
  Continue change_strength(std::string_view elo);
  Continue new_game(std::string_view variant);
  Continue set_up(std::string_view fen);
  Continue show_fen(std::string_view);
  Continue show_moves(std::string_view);
  Continue show_evaluation(std::string_view);
  Continue flip(std::string_view);
  Continue resign(std::string_view);
  Continue offer_draw(std::string_view);
  Continue save_or_show_pgn(std::string_view path);
  Continue help(std::string_view);
  Continue quit(std::string_view);

  Continue say(std::string_view sentence);
  // Lets the engine move as long as it is its turn, then shows the board and, at the end of the game, the result.
  Continue go_on();
  // Returns No where it was interrupted.
  // What the engine says; nothing where it was interrupted.
  std::optional<search::Finished> think(const search::Limits& limits);
  Continue play_engine_move();
  // Of the search to come.
  void set_strength(int elo);
  void restart(chess::GameKind variant, const chess::Position& start);
  void agree(game::GameResult result, std::string reason);
  void announce_end();

  bool is_users_turn() const { return user_[record_.position().side_to_move()]; }
  bool is_over() const { return agreement_.has_value() || record_.outcome().is_over(); }
  game::GameResult result() const;
  std::string reason() const;
  // Plies to take back until the user is to move; 0 where there is no such position.
  std::size_t plies_to_take_back() const;

  void show_board();
  game::PgnGame pgn() const;
  void save_if_needed();
  void save();

  TerminalGameWorld world_;
  std::optional<std::string> pgn_path_;
  BoardStyle style_;
  util::Random random_;
  chess::GameKind variant_;
  UserSides user_;
  PlayLevel level_;
  bool flipped_ = false;

  game::GameRecord record_;
  std::tm began_{};
  GameFile file_;
  std::optional<Agreement> agreement_;
  engine::DrawPolicy draws_;
  bool unsaved_ = false;
};

}  // namespace rocada::app
