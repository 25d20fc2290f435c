#include "protocol/uci/uci.h"

#include <fmt/format.h>

#include <utility>
#include <variant>

#include "chess/fen.h"
#include "chess/game_kind.h"
#include "protocol/command_table.h"
#include "protocol/go_arguments.h"
#include "protocol/identity.h"
#include "protocol/position_command.h"
#include "protocol/position_text.h"
#include "util/strings.h"

namespace rocada::protocol::uci {

using engine::OfferedIn;
using engine::OptionId;
using engine::OptionSpec;

namespace {

bool is_offered(const OptionSpec& spec) { return spec.offered_in != OfferedIn::Cecp; }

struct Setting {
  std::string name;
  std::string_view value;
};

// `name NAME [value VALUE]`: the name may hold blanks, the value is the rest of the line as it stands.
Setting parse_setting(std::string_view arguments) {
  util::SplitLine parts = util::split_first_word(arguments);
  if (parts.word != "name") return {};
  Setting setting;
  for (parts = util::split_first_word(parts.rest); !parts.word.empty(); parts = util::split_first_word(parts.rest)) {
    if (parts.word == "value") {
      setting.value = parts.rest;
      break;
    }
    if (!setting.name.empty()) setting.name += ' ';
    setting.name += parts.word;
  }
  return setting;
}

}  // namespace

struct Uci::Command {
  std::string_view name;
  void (Uci::*run)(std::string_view arguments);
};

std::span<const Uci::Command> Uci::commands() {
  static constexpr Command kCommands[] = {
      {"uci", &Uci::uci},
      {"isready", &Uci::is_ready},
      {"ucinewgame", &Uci::new_game},
      {"position", &Uci::position},
      {"setoption", &Uci::set_option},
      {"go", &Uci::go},
      {"stop", &Uci::stop},
      {"ponderhit", &Uci::ponder_hit},
      {"quit", &Uci::quit},
      {"debug", &Uci::ignore},
      {"register", &Uci::ignore},
      {"d", &Uci::display},
      {"eval", &Uci::evaluate},
      {"help", &Uci::help},
  };
  return kCommands;
}

Uci::Uci(engine::EngineApi& engine, Output& output, PostEvent post)
    : engine_(engine),
      output_(output),
      post_(std::move(post)),
      game_(chess::start_position(variant())),
      searched_scale_(game_.position()) {}

Continue Uci::line(std::string_view text) {
  // The protocol asks to skip words that are no command and to obey what follows them.
  util::SplitLine parts = util::split_first_word(text);
  const Command* command = nullptr;
  while (!parts.word.empty() && (command = find_command(commands(), parts.word)) == nullptr) {
    parts = util::split_first_word(parts.rest);
  }
  if (command != nullptr) {
    (this->*command->run)(parts.rest);
  } else if (const std::string_view unknown = util::trim(text); !unknown.empty()) {
    say(fmt::format("unknown command: {}", util::printable(unknown)));
  }
  return continue_;
}

void Uci::search_event(const SearchEvent& event) {
  if (event.search == 0 || event.search > search_) return;  // of a handler before us
  if (const auto* line = std::get_if<search::Line>(&event.report)) {
    output_.line(info_line(*line, searched_scale_, style()));
  } else if (const auto* move = std::get_if<search::CurrentMove>(&event.report)) {
    output_.line(info_line(*move, style()));
  } else if (const auto* finished = std::get_if<search::Finished>(&event.report)) {
    if (finished->from_book) say("book move");
    output_.line(best_move_line(*finished, style()));
    if (event.search != search_) return;
    state_ = SearchState::Idle;
    apply_deferred_options();
  } else if (perft_ && event.search == search_) {
    go_on_with_perft();
  }
}

void Uci::uci(std::string_view) {
  output_.line(fmt::format("id name {} {}", kEngineName, kEngineVersion));
  output_.line(fmt::format("id author {}", kEngineAuthor));
  for (const OptionSpec& spec : engine::option_table()) {
    if (is_offered(spec)) output_.line(option_line(spec));
  }
  output_.line("uciok");
}

void Uci::is_ready(std::string_view) { output_.line("readyok"); }

void Uci::new_game(std::string_view) {
  end_search();
  engine_.new_game();
  game_ = game::GameRecord(chess::start_position(variant()));
}

void Uci::position(std::string_view arguments) {
  auto game = parse_position(arguments, variant());
  if (!game) return say(fmt::format("position ignored: {}", game.error().message));
  game_ = *std::move(game);
}

void Uci::set_option(std::string_view arguments) {
  const Setting setting = parse_setting(arguments);
  if (setting.name.empty()) return say("setoption needs 'name' and the name of an option");
  const OptionSpec* spec = engine::find_option(setting.name);
  if (spec == nullptr || !is_offered(*spec)) return say(fmt::format("no option '{}'", util::printable(setting.name)));
  if (spec->ends_search) {
    if (state_ == SearchState::Stopping) end_search();
    if (state_ != SearchState::Idle) {
      deferred_options_.push_back({spec, std::string(setting.value)});
      return say(fmt::format("{} will be set when the search has ended", spec->name));
    }
  }
  apply(*spec, setting.value);
}

void Uci::go(std::string_view arguments) {
  const auto [word, depth] = util::split_first_word(arguments);
  if (word == "perft") return perft(depth);
  // Whatever is wrong with the arguments, a search starts: the GUI waits for its bestmove.
  const GoArguments go = parse_go(arguments, game_.position());
  if (go.complaint) say(*go.complaint);
  end_perft();
  end_search();
  ++search_;
  searched_scale_ = eval::ScoreScale(game_.position());
  state_ = go.limits.pondering ? SearchState::Pondering : SearchState::Running;
  engine_.start(game_, go.limits, posting_observer(search_, post_));
}

void Uci::perft(std::string_view depth) {
  auto task = PerftTask::create(game_.position(), depth, style().castling);
  if (!task) return say(task.error().message);
  end_perft();
  end_search();
  ++search_;
  perft_.emplace(*std::move(task));
  go_on_with_perft();
}

void Uci::go_on_with_perft() {
  perft_->go_on(output_);
  if (perft_->is_done()) return perft_.reset();
  post_({search_, GoOn{}});
}

void Uci::end_perft() {
  if (!perft_) return;
  perft_.reset();
  say("perft stopped");
}

void Uci::stop(std::string_view) {
  end_perft();
  if (state_ == SearchState::Idle) return;
  state_ = SearchState::Stopping;
  engine_.stop();
}

void Uci::ponder_hit(std::string_view) {
  if (state_ != SearchState::Pondering) return;
  state_ = SearchState::Running;
  engine_.ponder_hit(std::nullopt);
}

void Uci::quit(std::string_view) {
  engine_.stop();
  continue_ = Continue::No;
}

void Uci::display(std::string_view) { print_position(game_.position(), output_); }

void Uci::evaluate(std::string_view) {
  print_evaluation(game_.position(), engine_.evaluate(game_.position()), output_);
}

void Uci::help(std::string_view) {
  std::string names;
  for (const Command& command : commands()) names += fmt::format(" {}", command.name);
  say(fmt::format("commands:{}", names));
}

// Its bestmove is in the queue when this returns.
void Uci::end_search() {
  if (state_ != SearchState::Idle) engine_.stop_and_wait();
  state_ = SearchState::Idle;
  apply_deferred_options();
}

void Uci::apply(const OptionSpec& spec, std::string_view value) {
  const chess::Variant before = variant();
  const bool is_text = spec.type == engine::OptionType::String || spec.type == engine::OptionType::File;
  const auto note = engine_.set_option(spec, is_text && value == kEmptyValue ? "" : value);
  if (!note) return say(note.error().message);
  if (!note->empty()) say(*note);
  // A position of another variant means nothing.
  if (variant() != before) game_ = game::GameRecord(chess::start_position(variant()));
}

void Uci::apply_deferred_options() {
  for (const DeferredOption& option : std::exchange(deferred_options_, {})) apply(*option.spec, option.value);
}

void Uci::say(std::string_view message) { output_.line(fmt::format("info string {}", message)); }

chess::Variant Uci::variant() const {
  // The option takes no other words than those of the table.
  return chess::find_game_kind(&chess::GameKindWords::uci, engine_.options().text(OptionId::Variant))->rules;
}

TextStyle Uci::style() const {
  const engine::Options& options = engine_.options();
  return {options.flag(OptionId::Chess960) ? chess::CastlingText::KingTakesRook : chess::CastlingText::KingMove,
          options.flag(OptionId::ShowWdl)};
}

}  // namespace rocada::protocol::uci
