#include "protocol/cecp/cecp.h"

#include <fmt/format.h>

#include <algorithm>

#include "chess/fen.h"
#include "protocol/cecp/cecp_text.h"
#include "util/strings.h"

namespace rocada::protocol::cecp {

using engine::OptionId;

constexpr Cecp::Command Cecp::kCommands[] = {
    // start and end
    {"xboard", &Cecp::xboard, WhileThinking::Ignore},
    {"protover", &Cecp::protover, WhileThinking::Immediately},
    {"accepted", &Cecp::ignore, WhileThinking::Ignore},
    {"rejected", &Cecp::ignore, WhileThinking::Ignore},
    {"quit", &Cecp::quit, WhileThinking::StopWithoutMoving},
    {"new", &Cecp::new_game, WhileThinking::StopWithoutMoving},
    {"variant", &Cecp::variant, WhileThinking::StopWithoutMoving},
    // playing
    {"force", &Cecp::force, WhileThinking::StopWithoutMoving},
    {"go", &Cecp::go, WhileThinking::Ignore},
    {"playother", &Cecp::playother, WhileThinking::StopWithoutMoving},
    {"white", &Cecp::white, WhileThinking::StopWithoutMoving},
    {"black", &Cecp::black, WhileThinking::StopWithoutMoving},
    {"usermove", &Cecp::usermove, WhileThinking::Immediately},
    {"?", &Cecp::move_now, WhileThinking::Immediately},
    {"ping", &Cecp::ping, WhileThinking::AfterTheMove},
    {"draw", &Cecp::draw, WhileThinking::Immediately},
    {"result", &Cecp::result, WhileThinking::StopWithoutMoving},
    {"undo", &Cecp::undo, WhileThinking::StopWithoutMoving},
    {"remove", &Cecp::remove, WhileThinking::StopWithoutMoving},
    {"hint", &Cecp::hint, WhileThinking::Ignore},
    {"bk", &Cecp::bk, WhileThinking::AfterTheMove},
    {"hard", &Cecp::hard, WhileThinking::Immediately},
    {"easy", &Cecp::easy, WhileThinking::Immediately},
    {"post", &Cecp::post, WhileThinking::Immediately},
    {"nopost", &Cecp::nopost, WhileThinking::Immediately},
    {"pause", &Cecp::pause, WhileThinking::Immediately},
    {"resume", &Cecp::resume, WhileThinking::Immediately},
    // time
    {"level", &Cecp::level, WhileThinking::Immediately},
    {"st", &Cecp::st, WhileThinking::Immediately},
    {"sd", &Cecp::sd, WhileThinking::Immediately},
    {"nps", &Cecp::nps, WhileThinking::Immediately},
    {"time", &Cecp::time, WhileThinking::Immediately},
    {"otim", &Cecp::otim, WhileThinking::Immediately},
    // positions
    {"setboard", &Cecp::setboard, WhileThinking::StopWithoutMoving},
    {"edit", &Cecp::edit, WhileThinking::StopWithoutMoving},
    // analysis
    {"analyze", &Cecp::analyze, WhileThinking::StopWithoutMoving},
    {"exit", &Cecp::exit_analysis, WhileThinking::Ignore},
    {".", &Cecp::dot, WhileThinking::Immediately},
    {"exclude", &Cecp::exclude, WhileThinking::Immediately},
    {"include", &Cecp::include, WhileThinking::Immediately},
    // settings
    {"memory", &Cecp::memory, WhileThinking::AfterTheMove},
    {"cores", &Cecp::cores, WhileThinking::AfterTheMove},
    {"egtpath", &Cecp::egtpath, WhileThinking::AfterTheMove},
    {"option", &Cecp::option, WhileThinking::AfterTheMove},
    // said to every engine, of no use to this one
    {"random", &Cecp::ignore, WhileThinking::Ignore},
    {"computer", &Cecp::ignore, WhileThinking::Ignore},
    {"name", &Cecp::ignore, WhileThinking::Ignore},
    {"rating", &Cecp::ignore, WhileThinking::Ignore},
    {"ics", &Cecp::ignore, WhileThinking::Ignore},
    {"partner", &Cecp::ignore, WhileThinking::Ignore},
    {"ptell", &Cecp::ignore, WhileThinking::Ignore},
    {"holding", &Cecp::ignore, WhileThinking::Ignore},
    {"lift", &Cecp::ignore, WhileThinking::Ignore},
    {"put", &Cecp::ignore, WhileThinking::Ignore},
    {"hover", &Cecp::ignore, WhileThinking::Ignore},
};

Cecp::Cecp(engine::EngineApi& engine, Output& output, PostEvent post)
    : engine_(engine),
      output_(output),
      post_event_(std::move(post)),
      game_(chess::start_position()),
      searched_(game_) {}

const Cecp::Command* Cecp::find_command(std::string_view word) {
  const auto* const found =
      std::ranges::find_if(kCommands, [&](const Command& command) { return command.name == word; });
  return found == std::end(kCommands) ? nullptr : found;
}

Continue Cecp::line(std::string_view text) {
  const auto [word, arguments] = util::split_first_word(text);
  const Command* const command = find_command(word);
  if (editing_) {
    if (command == nullptr || word == kEndOfEditing) {
      edit_line(text);
      return Continue::Yes;
    }
    abandon_editing();
  }
  if (command != nullptr) {
    execute(*command, text, arguments);
  } else if (chess::looks_like_coordinates(word)) {
    usermove(text);  // version 1 sends moves without a word before them
  } else if (!text.empty()) {
    error("unknown command", text);
  }
  return quitting_ ? Continue::No : Continue::Yes;
}

void Cecp::execute(const Command& command, std::string_view text, Arguments arguments) {
  if (activity_ == Activity::Thinking) {
    switch (command.while_thinking) {
      case WhileThinking::Immediately: break;
      case WhileThinking::AfterTheMove: deferred_.emplace_back(text); return;
      case WhileThinking::StopWithoutMoving:
        stop_search();
        flush_deferred();
        break;
      case WhileThinking::Ignore: return;
    }
  }
  (this->*command.handle)(arguments);
}

// Our move is out, or will not come: what had to wait for it is due.
void Cecp::flush_deferred() {
  std::vector<std::string> due;
  std::swap(due, deferred_);
  for (const std::string& text : due) line(text);
}

void Cecp::error(std::string_view kind, std::string_view text) {
  output_.line(fmt::format("Error ({}): {}", kind, util::printable(text)));
}

void Cecp::xboard(Arguments) {}

void Cecp::protover(Arguments) {
  for (const std::string& text : feature_lines(engine_.options())) output_.line(text);
}

void Cecp::quit(Arguments) {
  stop_search();
  quitting_ = true;
}

void Cecp::ping(Arguments arguments) { output_.line(fmt::format("pong {}", util::printable(arguments))); }

void Cecp::post(Arguments) { posting_ = true; }

void Cecp::nopost(Arguments) { posting_ = false; }

// Does not start pondering at once: XBoard sends `hard` before `easy` when pondering is off.
void Cecp::hard(Arguments) { set_option(OptionId::Ponder, "true", "hard"); }

void Cecp::easy(Arguments) {
  set_option(OptionId::Ponder, "false", "easy");
  if (activity_ == Activity::Pondering) stop_search();
}

// Whatever is asked for is brought into the range we have; only what is no number is refused.
void Cecp::memory(Arguments arguments) {
  const auto mib = util::parse_integer<std::int64_t>(arguments);
  if (!mib) return error("not a number", fmt::format("memory {}", arguments));
  const engine::OptionSpec& spec = engine::spec_of(OptionId::Hash);
  // What XBoard grants is for all memory, also for what is not the hash table.
  constexpr std::int64_t kOtherTables = 4;
  const std::int64_t hash = std::clamp<std::int64_t>(*mib - kOtherTables, spec.minimum, spec.maximum);
  set_option(OptionId::Hash, std::to_string(hash), fmt::format("memory {}", arguments));
}

void Cecp::cores(Arguments arguments) {
  const auto count = util::parse_integer<std::int64_t>(arguments);
  if (!count) return error("not a number", fmt::format("cores {}", arguments));
  const engine::OptionSpec& spec = engine::spec_of(OptionId::Threads);
  const std::int64_t threads = std::clamp<std::int64_t>(*count, spec.minimum, spec.maximum);
  set_option(OptionId::Threads, std::to_string(threads), fmt::format("cores {}", arguments));
}

// `egtpath TYPE PATH`: only Syzygy's tables are ours. XBoard names a directory whether it exists or not.
void Cecp::egtpath(Arguments arguments) {
  const auto [type, path] = util::split_first_word(arguments);
  if (!util::equal_ignoring_case(type, "syzygy")) return;
  set_option(OptionId::SyzygyPath, path, fmt::format("egtpath {}", arguments));
}

// `option NAME=VALUE`, or `option NAME` for buttons; names may hold blanks.
void Cecp::option(Arguments arguments) {
  const std::size_t equals = arguments.find('=');
  const std::string_view name = util::trim(arguments.substr(0, equals));
  const engine::OptionSpec* spec = engine::find_option(name);
  if (spec == nullptr) return error("unknown option", fmt::format("option {}", arguments));
  const std::string_view value = equals == std::string_view::npos ? "" : arguments.substr(equals + 1);
  set_option(spec->id, value, fmt::format("option {}", arguments));
}

// Some values need an idle engine: a search in progress is taken up again afterwards.
void Cecp::set_option(OptionId id, std::string_view value, std::string_view command) {
  const bool restart = activity_ == Activity::Analysing && id != OptionId::Ponder;
  if (id != OptionId::Ponder && activity_ != Activity::Thinking) stop_search();
  const auto note = engine_.set_option(engine::spec_of(id), value);
  if (!note) error(note.error().message, command);
  if (note && !note->empty()) output_.line(fmt::format("# {}", *note));
  if (restart) start_analysis();
}

}  // namespace rocada::protocol::cecp
