#include <fmt/format.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "chess/game_kind.h"

#include "app/commands.h"
#include "app/complaint.h"
#include "app/play_arguments.h"
#include "app/terminal_game.h"
#include "engine/engine.h"
#include "util/clock.h"
#include "util/interruption.h"
#include "util/process.h"

namespace rocada::app {

namespace {

// Lines of standard input, until its end or a signal.
class Input {
 public:
  std::optional<std::string> next_line() {
    for (;;) {
      if (const std::size_t end = buffer_.find('\n'); end != std::string::npos) {
        std::string line = buffer_.substr(0, end);
        buffer_.erase(0, end + 1);
        return line;
      }
      if (!read_more()) {
        if (buffer_.empty() || util::is_interrupted()) return std::nullopt;
        return std::exchange(buffer_, {});  // the last line may have no end
      }
    }
  }

 private:
  bool read_more() {
    char piece[4096];
    const std::size_t length = util::read_input(piece);
    buffer_.append(piece, length);
    return length > 0;
  }

  std::string buffer_;
};

void write_out(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

std::tm local_time() { return util::local_time(std::time(nullptr)); }

bool may_color() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return util::is_terminal(stdout) && (no_color == nullptr || *no_color == '\0') &&
         (terminal == nullptr || std::string_view(terminal) != "dumb");
}

util::Result<TerminalGameSettings> settings_of(const PlayArguments& arguments) {
  TerminalGameSettings settings;
  if (arguments.fen && arguments.position) return util::Error{"--fen and --position exclude each other"};
  if (arguments.elo && arguments.move_time_ms) return util::Error{"--elo and --movetime exclude each other"};
  const auto variant = chess::parse_game_kind(arguments.variant);
  if (!variant) return util::Error{fmt::format("unknown variant '{}'", arguments.variant)};
  settings.variant = *variant;
  settings.variant.chess960 |= arguments.position.has_value();
  const auto user = parse_user_sides(arguments.side);
  if (!user) return util::Error{fmt::format("unknown side '{}'", arguments.side)};
  settings.user = *user;

  // The clock and not std::random_device, which asks for a newer C library than all else does.
  settings.seed = static_cast<std::uint64_t>(util::SteadyClock().now().time_since_epoch().count());
  util::Random random(settings.seed);
  const auto start = arguments.fen ? chess::parse_fen(*arguments.fen, settings.variant.rules)
                                   : play_start(settings.variant, arguments.position, random);
  if (!start) return util::Error{(arguments.fen ? "bad FEN: " : "") + start.error().message};
  settings.start = *start;

  settings.level = arguments.move_time_ms ? PlayLevel::of_time(util::Milliseconds(*arguments.move_time_ms))
                                          : PlayLevel::of(arguments.elo.value_or(kDefaultPlayElo));
  settings.pgn_path = arguments.pgn;
  settings.style.unicode = !arguments.ascii && util::terminal_shows_utf8();
  settings.style.color = !arguments.no_color && may_color();
  return settings;
}

}  // namespace

int play_command(const PlayArguments& arguments) {
  const auto settings = settings_of(arguments);
  if (!settings) return fail("play", settings.error().message);
  util::outlive_readers();  // the game is saved all the same
  if (!util::catch_interrupts()) return fail("play", "cannot catch signals");

  const util::SteadyClock clock;
  engine::Engine engine(clock);
  TerminalGame game({engine, write_out, local_time, util::interruption()}, *settings);
  Input input;
  const bool prompts = util::is_terminal(stdin);
  protocol::Continue state = game.begin();
  while (state == protocol::Continue::Yes) {
    if (prompts) write_out(game.prompt());
    const auto line = input.next_line();
    if (!line) {
      if (prompts) write_out("\n");
      game.end();
      break;
    }
    state = game.line(*line);
  }
  return 0;
}

}  // namespace rocada::app
