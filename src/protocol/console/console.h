// Console: what answers a person who starts the engine in a terminal and has picked no protocol.
//
// A handful of commands to look at positions and let the engine think, with answers meant to be read: moves in SAN,
// times in seconds, mistakes explained. It keeps its own variant and position and changes no option, so that a protocol
// picked later finds the engine as it was. It does one thing at a time, a search, a bench or a perft: whatever begins
// ends what went before, and leaving the console ends all.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "chess/notation.h"
#include "engine/bench.h"
#include "engine/engine_api.h"
#include "game/game_record.h"
#include "protocol/handler.h"
#include "protocol/output.h"
#include "protocol/perft_task.h"

namespace rocada::protocol::console {

class Console final : public Handler {
 public:
  Console(engine::EngineApi& engine, Output& output, PostEvent post);
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;
  ~Console() override;

  Continue line(std::string_view text) override;
  void search_event(const SearchEvent& event) override;

 private:
  struct Command;
  static std::span<const Command> commands();

  // The commands; each gets the rest of its line.
  void help(std::string_view);
  void display(std::string_view);
  void position(std::string_view arguments);
  void fen(std::string_view arguments);
  void variant(std::string_view name);
  void moves(std::string_view);
  void evaluate(std::string_view);
  void perft(std::string_view depth);
  void bench(std::string_view depth);
  void go(std::string_view arguments);
  void stop(std::string_view);
  void quit(std::string_view);

  // Numbers what begins now; what went before is heard no more.
  void begin();
  void go_on_with_perft();
  void go_on_with_bench();
  void show(const search::Line& line);
  void show(const search::Finished& finished);
  void complain(std::string_view kind, std::string_view message);

  engine::EngineApi& engine_;
  Output& output_;
  PostEvent post_;
  chess::Variant variant_ = chess::Variant::Standard;
  chess::CastlingText castling_ = chess::CastlingText::KingMove;
  game::GameRecord game_;
  game::GameRecord searched_;  // what the latest search looks at, wherever game_ has gone since
  SearchId search_;
  std::optional<PerftTask> perft_;      // being counted
  std::optional<engine::Bench> bench_;  // the search now running is one of its
  Continue continue_ = Continue::Yes;
};

}  // namespace rocada::protocol::console
