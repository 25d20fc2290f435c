// EngineApi: all that a protocol can ask of the engine. The one seam between talking and thinking.
//
// Called from one thread, the protocol's. Methods return at once unless they say that they block.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "book/book.h"
#include "chess/position.h"
#include "engine/options.h"
#include "game/game_record.h"
#include "search/limits.h"
#include "search/report.h"
#include "util/clock.h"
#include "util/result.h"

namespace rocada::engine {

class EngineApi {
 public:
  virtual ~EngineApi() = default;

  // Starts searching the game's present position. A search still running is stopped first (blocks for a moment) and its
  // observer hears finished(). The observer must live until its own finished(). In a game on the clock the answer may
  // be a book move: then nothing is searched, and finished() is told before start() returns.
  virtual void start(const game::GameRecord& game, const search::Limits& limits,
                     std::shared_ptr<search::Observer> observer) = 0;
  // Ends the search soon; its observer then hears finished(). Does nothing when idle.
  virtual void stop() = 0;
  // As stop(), and blocks until finished() has been told.
  virtual void stop_and_wait() = 0;
  // Blocks until the search has ended by itself and finished() has been told.
  virtual void wait() = 0;
  // The move pondered on was played: from now on the limits of time count, and what has been thought already counts as
  // thought. `clock` replaces the clock the search began with.
  virtual void ponder_hit(const std::optional<search::GameClock>& clock) = 0;
  // Freezes and unfreezes the search and its clock without losing anything.
  virtual void pause() = 0;
  virtual void resume() = 0;
  virtual bool is_searching() const = 0;
  // What the search has done up to now; nothing when idle.
  virtual search::Effort effort() const = 0;

  // Forgets everything learnt from earlier positions. Blocks while it clears memory; waits for a search to end.
  virtual void new_game() = 0;

  // On success a note for the user, mostly empty: "70 tables found". The error says why a value is refused; then
  // nothing has changed. Blocks where memory, threads or files must be had.
  virtual util::Result<std::string> set_option(const OptionSpec& spec, std::string_view value) = 0;
  virtual const Options& options() const = 0;

  // The static evaluation, from the side to move's point of view.
  virtual eval::Score evaluate(const chess::Position& position) const = 0;

  // What the opening book knows, the best first, whether or not the options let the engine play from it.
  virtual std::vector<book::BookMove> book_moves(const chess::Position& position) const = 0;
};

}  // namespace rocada::engine
