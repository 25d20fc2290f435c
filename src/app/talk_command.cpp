// `rocada` without a subcommand: the engine on standard input and output.
//
// One thread reads lines, the search posts its reports, and this thread alone handles both, in the order they come.
#include <fmt/format.h>
#include <limits.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <variant>

#include "app/commands.h"
#include "app/talk.h"
#include "engine/engine.h"
#include "protocol/cecp/cecp.h"
#include "protocol/console/console.h"
#include "protocol/dispatcher.h"
#include "protocol/uci/uci.h"
#include "util/event_queue.h"
#include "util/line_log.h"
#include "util/ready_thread.h"
#include "util/strings.h"

namespace rocada::app {

namespace {

struct EndOfInput {};
using Event = std::variant<std::string, EndOfInput, protocol::SearchEvent>;

// The marks of the debug log: what the program was told, and what it said.
constexpr std::string_view kTold = ">>";
constexpr std::string_view kSaid = "<<";

// A log that ends early is no reason to end the game.
void write_down(util::LineLog& log, std::string_view mark, std::string_view line) {
  const auto written = log.write(mark, line);
  if (!written) std::fputs(fmt::format("rocada: the debug log ends: {}\n", written.error().message).c_str(), stderr);
}

// Standard output, line by line, for readers that may be slow, stop reading or go away.
class StandardOutput final : public protocol::Output {
 public:
  explicit StandardOutput(util::LineLog& log) : log_(log) {}

  void line(std::string_view text) override {
    write_down(log_, kSaid, text);
    std::string whole(text);
    whole += '\n';
    std::string_view rest = whole;
    while (!rest.empty()) {
      await_room();
      // A pipe that has any room has room for that much.
      const ssize_t written = write(STDOUT_FILENO, rest.data(), std::min<std::size_t>(rest.size(), PIPE_BUF));
      if (written < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      // Closing the pipe is how many a program ends its engine: nobody listens, so there is nothing to say.
      if (written < 0) give_up(errno == EPIPE ? "" : std::generic_category().message(errno));
      rest.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  // Nobody will ask for anything more: who does not read now is not waited for much longer. From any thread.
  void input_ended() {
    constexpr std::uint64_t kOnce = 1;
    [[maybe_unused]] const ssize_t written = write(end_of_input_, &kOnce, sizeof kOnce);
  }

 private:
  void await_room() const {
    constexpr int kForever = -1;
    constexpr int kPatienceAtTheEndMs = 2000;
    pollfd awaited[] = {{STDOUT_FILENO, POLLOUT, 0}, {end_of_input_, POLLIN, 0}};
    while (poll(awaited, 2, kForever) < 0) continue;  // a signal
    if (awaited[0].revents != 0) return;
    int ready = 0;
    while ((ready = poll(awaited, 1, kPatienceAtTheEndMs)) < 0) continue;
    if (ready == 0) give_up("nobody reads it");
  }

  [[noreturn]] static void give_up(const std::string& why) {
    if (!why.empty()) std::fputs(fmt::format("rocada: cannot write to standard output: {}\n", why).c_str(), stderr);
    std::_Exit(1);
  }

  util::LineLog& log_;
  const int end_of_input_ = eventfd(0, EFD_CLOEXEC);
};

// What the reader needs. It may be waiting for input that never comes when all else has gone, so it has a share of it.
struct Streams {
  explicit Streams(util::LineLog& log) : output(log) {}
  StandardOutput output;
  util::EventQueue<Event> events;
};

// Splits what comes in at line feeds. A last line without one counts too.
void read_lines(util::EventQueue<Event>& events, StandardOutput& output) {
  // No command is longer, and rubbish without end must not fill the memory: the rest of such a line is dropped.
  constexpr std::size_t kLongestLine = std::size_t{1} << 20;
  std::string pending;
  const auto hand_over = [&] {
    if (util::trim(pending) == "quit") output.input_ended();
    events.push(std::exchange(pending, {}));
  };
  char buffer[4096];
  while (true) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    poll(&input, 1, -1);  // whoever gave it to us may have made it one that does not wait
    const ssize_t count = read(STDIN_FILENO, buffer, sizeof buffer);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) break;
    std::string_view piece(buffer, static_cast<std::size_t>(count));
    while (!piece.empty()) {
      const std::size_t end = std::min(piece.find('\n'), piece.size());
      pending.append(piece.substr(0, std::min(end, kLongestLine - pending.size())));
      if (end < piece.size()) hand_over();
      piece.remove_prefix(std::min(end + 1, piece.size()));
    }
  }
  if (!pending.empty()) hand_over();
  output.input_ended();
  events.push(EndOfInput{});
}

// Nothing it throws may go further up: the reader uses what lives there.
void converse(util::EventQueue<Event>& events, protocol::Dispatcher& dispatcher, util::LineLog& log) noexcept {
  auto go_on = protocol::Continue::Yes;
  while (go_on == protocol::Continue::Yes) {
    const Event event = events.pop();
    if (const auto* line = std::get_if<std::string>(&event)) {
      write_down(log, kTold, *line);
      go_on = dispatcher.line(*line);
    } else if (const auto* report = std::get_if<protocol::SearchEvent>(&event)) {
      dispatcher.search_event(*report);
    } else {
      go_on = protocol::Continue::No;
    }
  }
}

// XBoard interrupts engines that think, and terminates those it has told to quit. The first must be survived, the
// second may come before the word `quit` is read.
void handle_signals() {
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGTERM, [](int) { std::_Exit(0); });
}

}  // namespace

void talk(engine::EngineApi& engine, util::LineLog& log) {
  if (isatty(STDIN_FILENO) == 0) handle_signals();
  const auto streams = std::make_shared<Streams>(log);
  StandardOutput& output = streams->output;
  const protocol::PostEvent post = [&](protocol::SearchEvent event) { streams->events.push(std::move(event)); };
  protocol::Dispatcher dispatcher({
      .cecp = [&] { return std::make_unique<protocol::cecp::Cecp>(engine, output, post); },
      .uci = [&] { return std::make_unique<protocol::uci::Uci>(engine, output, post); },
      .console = [&] { return std::make_unique<protocol::console::Console>(engine, output, post); },
  });
  util::start_thread([streams] { read_lines(streams->events, streams->output); }).detach();
  converse(streams->events, dispatcher, log);
  engine.stop_and_wait();
}

int talk_command() {
  const util::SteadyClock clock;
  engine::Engine engine(clock);
  talk(engine, engine.log());
  // There is nothing to tidy up that the system would not.
  std::_Exit(0);
}

}  // namespace rocada::app
