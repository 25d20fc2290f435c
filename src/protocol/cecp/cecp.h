// Cecp: the XBoard protocol, version 2 (and 1, for GUIs that never say `protover`). docs/cecp.md tells what each
// command does.
//
// The state is a product of small switches: which side we play (white, black, none), analysing or not, pondering and
// posting on or off, the clocks. What is being searched at this moment, and why, is `activity_`; everything else
// follows from the two. A command is one row of the table in cecp.cpp: its name, its handler, and what to do with it
// while we are thinking.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/notation.h"
#include "engine/draw_policy.h"
#include "engine/engine_api.h"
#include "engine/resign_policy.h"
#include "engine/time_control.h"
#include "game/game_record.h"
#include "protocol/handler.h"
#include "protocol/output.h"

namespace rocada::protocol::cecp {

class Cecp final : public Handler {
 public:
  // Engine and output must outlive it. `post` brings search reports back to search_event().
  Cecp(engine::EngineApi& engine, Output& output, PostEvent post);

  Continue line(std::string_view text) override;
  void search_event(const SearchEvent& event) override;

 private:
  using Arguments = std::string_view;  // what follows the command word, trimmed

  // What a command does when it comes while we think about our move.
  enum class WhileThinking : std::uint8_t {
    Immediately,        // it does not touch the search
    AfterTheMove,       // it waits until the move is out
    StopWithoutMoving,  // it ends the search, and no move is made
    Ignore,
  };
  struct Command {
    std::string_view name;
    void (Cecp::*handle)(Arguments);
    WhileThinking while_thinking;
  };
  static const Command kCommands[];

  enum class Activity : std::uint8_t { Idle, Thinking, Pondering, Analysing };

  // Set-up in progress between `edit` and its end.
  static constexpr std::string_view kEndOfEditing = ".";
  struct Editing {
    chess::PositionSetup setup;
    chess::Color color = chess::Color::White;
  };

  // cecp.cpp: dispatch, handshake, settings
  static const Command* find_command(std::string_view word);
  void execute(const Command& command, std::string_view text, Arguments arguments);
  void flush_deferred();
  void error(std::string_view kind, std::string_view text);
  void xboard(Arguments);
  void protover(Arguments);
  void quit(Arguments);
  void ignore(Arguments) {}
  void ping(Arguments);
  void post(Arguments);
  void nopost(Arguments);
  void hard(Arguments);
  void easy(Arguments);
  void memory(Arguments);
  void cores(Arguments);
  void egtpath(Arguments);
  void option(Arguments);
  void set_option(engine::OptionId id, std::string_view value, std::string_view command);

  // cecp_time.cpp: clocks and limits
  void level(Arguments);
  void st(Arguments);
  void sd(Arguments);
  void nps(Arguments);
  void time(Arguments);
  void otim(Arguments);
  bool clock_is_of_this_move() const;
  int own_moves_made() const;
  std::optional<search::GameClock> game_clock() const;
  search::Limits limits_on_the_clock() const;
  void charge_own_clock(const search::Effort& effort);

  // cecp_setup.cpp: positions
  void new_game(Arguments);
  void variant(Arguments);
  void setboard(Arguments);
  void edit(Arguments);
  void edit_line(std::string_view text);
  void abandon_editing();
  void undo(Arguments);
  void remove(Arguments);
  void take_back(std::size_t plies, std::string_view command);
  void white(Arguments);
  void black(Arguments);
  void set_turn(chess::Color color);
  bool apply_turn();
  void set_position(const chess::Position& position);
  void refuse_position(std::string_view why);
  void position_changed();

  // cecp_play.cpp: moves, thinking, analysis
  void force(Arguments);
  void go(Arguments);
  void playother(Arguments);
  void usermove(Arguments);
  void move_now(Arguments);
  void draw(Arguments);
  void result(Arguments);
  void hint(Arguments);
  void bk(Arguments);
  void analyze(Arguments);
  void exit_analysis(Arguments);
  void dot(Arguments);
  void exclude(Arguments);
  void include(Arguments);
  void filter_root_move(Arguments, bool exclude);
  void pause(Arguments);
  void resume(Arguments);

  void play_move(chess::Move move);
  void think();
  void start_pondering(chess::Move reply);
  void start_analysis();
  void start_search(Activity activity, const game::GameRecord& game, const search::Limits& limits);
  void stop_search();
  void finish_thinking(const search::Finished& finished);
  bool claim_result();
  std::vector<chess::Move> allowed_root_moves() const;
  std::optional<chess::Move> hint_move();
  std::vector<std::string> book_texts() const;
  std::string text_of(chess::Move move) const;
  void show_line(const search::Line& line);

  engine::EngineApi& engine_;
  Output& output_;
  PostEvent post_event_;
  bool quitting_ = false;

  // The game
  game::GameRecord game_;
  chess::Variant variant_ = chess::Variant::Standard;
  bool chess960_ = false;
  bool position_is_valid_ = true;     // false after a refused set-up, until a good one
  std::optional<chess::Color> turn_;  // whose turn `white` or `black` has made it, until the next move or go
  std::optional<Editing> editing_;

  // The switches
  std::optional<chess::Color> own_side_ = chess::Color::Black;  // none: force mode
  bool analysing_ = false;
  bool posting_ = false;
  bool paused_ = false;
  std::vector<chess::Move> excluded_;

  // Time
  engine::TimeControl control_{40, std::chrono::minutes(5), util::Milliseconds(0)};
  std::size_t control_set_at_ply_ = 0;
  std::optional<util::Milliseconds> move_time_;
  std::optional<int> depth_limit_;
  std::optional<std::uint64_t> nodes_per_second_;
  util::Milliseconds own_clock_ = std::chrono::minutes(5);

  // What the engine is doing
  Activity activity_ = Activity::Idle;
  SearchId search_ = 0;
  game::GameRecord searched_;  // the game the search began from; with the guessed move when pondering
  chess::Move pondered_move_;
  std::optional<chess::Move> expected_reply_;        // at full strength
  std::optional<search::Line> last_line_;            // of the present search
  std::optional<search::CurrentMove> current_move_;  // of the present search
  std::vector<std::string> deferred_;                // commands that wait for our move
  engine::DrawPolicy draws_;
  engine::ResignPolicy resignation_;
};

}  // namespace rocada::protocol::cecp
