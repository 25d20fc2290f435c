// Uci: the Universal Chess Interface, as GUIs other than XBoard speak it.
//
// Every `go` is answered by exactly one bestmove: a second `go`, `ucinewgame` or the like ends the search before it,
// whose bestmove is then on its way in the queue ahead of all that the next search reports. So the events of all our
// searches are printed in the order they come. Nothing but `stop` and a new beginning ends a search the GUI has not
// bounded: an option that needs an idle engine waits for it instead. What cannot be understood is answered by one `info
// string` and ignored.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine_api.h"
#include "eval/wdl.h"
#include "game/game_record.h"
#include "protocol/handler.h"
#include "protocol/output.h"
#include "protocol/perft_task.h"
#include "protocol/uci/uci_text.h"

namespace rocada::protocol::uci {

class Uci final : public Handler {
 public:
  Uci(engine::EngineApi& engine, Output& output, PostEvent post);

  Continue line(std::string_view text) override;
  void search_event(const SearchEvent& event) override;

 private:
  struct Command;
  static std::span<const Command> commands();

  // Where the search numbered search_ stands, as far as the GUI knows: until its bestmove is printed it is not idle.
  enum class SearchState : std::uint8_t { Idle, Running, Pondering, Stopping };

  struct DeferredOption {
    const engine::OptionSpec* spec;
    std::string value;
  };

  // The commands; each gets the rest of its line.
  void uci(std::string_view);
  void is_ready(std::string_view);
  void new_game(std::string_view);
  void position(std::string_view arguments);
  void set_option(std::string_view arguments);
  void go(std::string_view arguments);
  void perft(std::string_view depth);
  void stop(std::string_view);
  void ponder_hit(std::string_view);
  void quit(std::string_view);
  void ignore(std::string_view) {}
  void display(std::string_view);
  void evaluate(std::string_view);
  void help(std::string_view);

  void end_search();
  void go_on_with_perft();
  void end_perft();
  void apply(const engine::OptionSpec& spec, std::string_view value);
  void apply_deferred_options();
  void say(std::string_view message);
  chess::Variant variant() const;
  TextStyle style() const;

  engine::EngineApi& engine_;
  Output& output_;
  PostEvent post_;
  game::GameRecord game_;
  eval::ScoreScale searched_scale_;  // of the position the latest search began with
  SearchId search_ = 0;              // the latest, a perft among them; all from 1 up to it are ours
  SearchState state_ = SearchState::Idle;
  std::optional<PerftTask> perft_;  // being counted, in the place of a search
  std::vector<DeferredOption> deferred_options_;
  Continue continue_ = Continue::Yes;
};

}  // namespace rocada::protocol::uci
