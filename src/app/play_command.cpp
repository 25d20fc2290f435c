#include <fcntl.h>
#include <fmt/format.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <string>
#include <utility>

#include "chess/game_kind.h"

#include "app/commands.h"
#include "app/complaint.h"
#include "app/play_arguments.h"
#include "app/terminal_game.h"
#include "engine/engine.h"
#include "util/clock.h"
#include "util/interruption.h"

namespace rocada::app {

namespace {

// --- Ctrl-C ----------------------------------------------------------------------------------------------------------

// All that a signal handler can reach is global. The flag tells a thinking engine, the pipe wakes a waiting prompt.
std::atomic<bool> ctrl_c_pressed{false};
int wake_up_pipe[2] = {-1, -1};
static_assert(std::atomic<bool>::is_always_lock_free);

void note_interrupt(int) {
  const int saved_errno = errno;
  ctrl_c_pressed = true;
  [[maybe_unused]] const ssize_t written = write(wake_up_pipe[1], "", 1);
  errno = saved_errno;
}

bool watch_for_interrupts() {
  std::signal(SIGPIPE, SIG_IGN);  // Ctrl-C may end whoever reads what we print; the game is saved all the same
  return pipe2(wake_up_pipe, O_CLOEXEC | O_NONBLOCK) == 0 && util::catch_interrupts(note_interrupt);
}

// --- Standard input and output ---------------------------------------------------------------------------------------

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
        if (buffer_.empty() || ctrl_c_pressed) return std::nullopt;
        return std::exchange(buffer_, {});  // the last line may have no end
      }
    }
  }

 private:
  bool read_more() {
    pollfd sources[] = {{STDIN_FILENO, POLLIN, 0}, {wake_up_pipe[0], POLLIN, 0}};
    while (poll(sources, std::size(sources), -1) < 0) {
      if (errno != EINTR) return false;
    }
    if (ctrl_c_pressed) return false;
    char piece[4096];
    const ssize_t length = read(STDIN_FILENO, piece, sizeof piece);
    if (length <= 0) return false;
    buffer_.append(piece, static_cast<std::size_t>(length));
    return true;
  }

  std::string buffer_;
};

void write_out(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

std::tm local_time() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  return local;
}

bool locale_is_utf8() {
  const locale_t user = newlocale(LC_CTYPE_MASK, "", locale_t{});
  if (user == locale_t{}) return false;
  const bool utf8 = std::string_view(nl_langinfo_l(CODESET, user)) == "UTF-8";
  freelocale(user);
  return utf8;
}

bool may_color() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) == 1 && (no_color == nullptr || *no_color == '\0') &&
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
  settings.style.unicode = !arguments.ascii && locale_is_utf8();
  settings.style.color = !arguments.no_color && may_color();
  return settings;
}

}  // namespace

int play_command(const PlayArguments& arguments) {
  const auto settings = settings_of(arguments);
  if (!settings) return fail("play", settings.error().message);
  if (!watch_for_interrupts()) return fail("play", "cannot catch signals");

  const util::SteadyClock clock;
  engine::Engine engine(clock);
  TerminalGame game({engine, write_out, local_time, ctrl_c_pressed}, *settings);
  Input input;
  const bool prompts = isatty(STDIN_FILENO) == 1;
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
