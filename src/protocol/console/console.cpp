#include "protocol/console/console.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <variant>

#include "chess/fen.h"
#include "chess/game_kind.h"
#include "chess/legality.h"
#include "chess/movegen.h"
#include "engine/bench.h"
#include "protocol/command_table.h"
#include "protocol/go_arguments.h"
#include "protocol/identity.h"
#include "protocol/position_command.h"
#include "protocol/position_text.h"
#include "util/strings.h"

namespace rocada::protocol::console {

using chess::CastlingText;

namespace {

// Far from where a protocol starts counting: an event of ours still in the queue is never taken for one of its own.
constexpr SearchId kBeforeFirstSearch = SearchId{1} << 63;

constexpr chess::GameKindList kVariants(&chess::GameKindWords::xboard, "|");

std::string_view bound_mark(search::Bound bound) {
  if (bound == search::Bound::Lower) return ">";
  if (bound == search::Bound::Upper) return "<";
  return "";
}

// "1. e4 e5 2. Nf3", as a score sheet would have it.
std::string san_line(chess::Position position, std::span<const chess::Move> moves) {
  std::string text;
  for (const chess::Move move : moves) {
    if (!chess::is_legal(position, move)) break;
    const bool white = position.side_to_move() == chess::Color::White;
    if (!text.empty()) text += ' ';
    if (white) text += fmt::format("{}. ", position.full_move_number());
    if (!white && text.empty()) text += fmt::format("{}... ", position.full_move_number());
    text += chess::to_san(position, move);
    position.make(move);
  }
  return text;
}

}  // namespace

struct Console::Command {
  std::string_view name;
  std::string_view arguments;
  void (Console::*run)(std::string_view arguments);
  std::string_view description;
};

std::span<const Console::Command> Console::commands() {
  static constexpr Command kCommands[] = {
      {"help", "", &Console::help, "show this list"},
      {"d", "", &Console::display, "draw the board"},
      {"position", "startpos|fen FEN [moves ...]", &Console::position, "set up a position and play moves"},
      {"fen", "FEN [moves ...]", &Console::fen, "the same, shorter"},
      {"variant", kVariants.text(), &Console::variant, "choose the game, from its start"},
      {"moves", "", &Console::moves, "list the legal moves"},
      {"eval", "", &Console::evaluate, "evaluate the position without searching"},
      {"perft", "DEPTH", &Console::perft, "count the move sequences"},
      {"bench", "[DEPTH]", &Console::bench, "search fixed positions: speed, and a signature of the search"},
      {"go", "[depth N] [nodes N] [movetime MS]", &Console::go, "search; without a limit until stop"},
      {"stop", "", &Console::stop, "end the search, the count or the bench"},
      {"quit", "", &Console::quit, "leave"},
  };
  return kCommands;
}

Console::Console(engine::EngineApi& engine, Output& output, PostEvent post)
    : engine_(engine),
      output_(output),
      post_(std::move(post)),
      game_(chess::start_position()),
      searched_(game_),
      search_(kBeforeFirstSearch) {}

Console::~Console() { engine_.stop_and_wait(); }

Continue Console::line(std::string_view text) {
  const auto [word, rest] = util::split_first_word(text);
  if (const Command* command = find_command(commands(), word)) {
    (this->*command->run)(rest);
  } else if (!word.empty()) {
    complain("unknown command", util::printable(util::trim(text)));
    output_.line("Type 'help' for the commands there are.");
  }
  return continue_;
}

void Console::search_event(const SearchEvent& event) {
  if (event.search != search_) return;
  if (perft_) {
    go_on_with_perft();
  } else if (bench_) {
    if (const auto* finished = std::get_if<search::Finished>(&event.report)) {
      bench_->add(*finished);
      go_on_with_bench();
    }
  } else if (const auto* line = std::get_if<search::Line>(&event.report)) {
    show(*line);
  } else if (const auto* finished = std::get_if<search::Finished>(&event.report)) {
    show(*finished);
  }
}

void Console::help(std::string_view) {
  output_.line(fmt::format("{} {}, a chess engine. Chess programs speak to it after 'xboard' or 'uci'; you may use:",
                           kEngineName, kEngineVersion));
  const auto row = [&](std::string_view usage, std::string_view description) {
    output_.line(fmt::format("  {:<37} {}", usage, description));
  };
  for (const Command& command : commands()) {
    row(fmt::format("{} {}", command.name, command.arguments), command.description);
  }
  row("xboard", "speak the XBoard protocol from here on");
  row("uci", "speak the UCI protocol from here on");
}

void Console::display(std::string_view) { print_position(game_.position(), output_); }

void Console::position(std::string_view arguments) {
  auto game = parse_position(arguments, variant_);
  if (!game) return complain("position unchanged", game.error().message);
  game_ = *std::move(game);
}

void Console::fen(std::string_view arguments) { position(fmt::format("fen {}", arguments)); }

void Console::variant(std::string_view name) {
  const auto kind = chess::parse_game_kind(name);
  if (!kind) return complain("unknown variant", util::printable(name));
  variant_ = kind->rules;
  castling_ = kind->chess960 ? CastlingText::KingTakesRook : CastlingText::KingMove;
  game_ = game::GameRecord(chess::start_position(variant_));
}

void Console::moves(std::string_view) {
  std::string text;
  for (const chess::Move move : chess::legal_moves(game_.position())) {
    if (!text.empty()) text += ' ';
    text += chess::to_san(game_.position(), move);
  }
  output_.line(text.empty() ? game_.outcome().reason() : text);
}

void Console::evaluate(std::string_view) {
  print_evaluation(game_.position(), engine_.evaluate(game_.position()), output_);
}

void Console::perft(std::string_view depth) {
  auto task = PerftTask::create(game_.position(), depth, castling_);
  if (!task) return complain("bad depth", task.error().message);
  begin();
  perft_.emplace(*std::move(task));
  go_on_with_perft();
}

void Console::go_on_with_perft() {
  perft_->go_on(output_);
  if (perft_->is_done()) return perft_.reset();
  post_({search_, GoOn{}});
}

void Console::bench(std::string_view depth) {
  const auto plies = depth.empty() ? std::optional(engine::kBenchDepth) : util::parse_integer<int>(depth);
  if (!plies || *plies < 1 || *plies > engine::kDeepestBench) {
    return complain("bad depth", fmt::format("bench needs a depth from 1 to {}", engine::kDeepestBench));
  }
  begin();
  bench_.emplace(*plies);
  go_on_with_bench();
}

void Console::go_on_with_bench() {
  if (!bench_->has_next()) {
    output_.line(engine::to_text(bench_->result()));
    return bench_.reset();
  }
  engine_.new_game();
  engine_.start(bench_->next(), bench_->limits(), posting_observer(search_, post_));
}

void Console::begin() {
  ++search_;
  perft_.reset();
  bench_.reset();
  if (engine_.is_searching()) engine_.stop();
}

void Console::go(std::string_view arguments) {
  const GoArguments go = parse_go(arguments, game_.position());
  if (go.complaint) return complain("not searching", *go.complaint);
  begin();
  searched_ = game_;
  output_.line("depth     score   seconds        nodes  line");
  engine_.start(game_, go.limits, posting_observer(search_, post_));
}

// A search still says what it would play; half a count says nothing.
void Console::stop(std::string_view) {
  if (perft_ || bench_) {
    begin();
    output_.line("Stopped.");
  }
  engine_.stop();
}

void Console::quit(std::string_view) { continue_ = Continue::No; }

void Console::show(const search::Line& line) {
  const double seconds = std::chrono::duration<double>(line.effort.time).count();
  const std::string score =
      fmt::format("{}{}", bound_mark(line.bound), score_text(line.score, eval::ScoreScale(searched_.position())));
  output_.line(fmt::format("{:>5} {:>9} {:>9.2f} {:>12}  {}", line.depth, score, seconds, line.effort.nodes,
                           san_line(searched_.position(), line.moves)));
}

void Console::show(const search::Finished& finished) {
  const chess::Position& position = searched_.position();
  if (finished.best.is_none()) {
    output_.line(fmt::format("No legal move: {}", searched_.outcome().reason()));
  } else {
    const std::string_view source = finished.from_book ? " (from the book)" : "";
    output_.line(fmt::format("Move: {}{}", chess::to_san(position, finished.best), source));
  }
}

void Console::complain(std::string_view kind, std::string_view message) {
  output_.line(fmt::format("Error ({}): {}", kind, message));
}

}  // namespace rocada::protocol::console
