// `rocada` without a subcommand: the engine on standard input and output.
//
// One thread reads lines, the search posts its reports, and this thread alone handles both, in the order they come.
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <variant>

#include "app/commands.h"
#include "engine/engine.h"
#include "protocol/cecp/cecp.h"
#include "protocol/console/console.h"
#include "protocol/dispatcher.h"
#include "protocol/uci/uci.h"
#include "util/event_queue.h"

namespace rocada::app {

namespace {

struct EndOfInput {};
using Event = std::variant<std::string, EndOfInput, protocol::SearchEvent>;

class StandardOutput final : public protocol::Output {
 public:
  void line(std::string_view text) override {
    std::string whole(text);
    whole += '\n';
    std::string_view rest = whole;
    while (!rest.empty()) {
      const ssize_t written = write(STDOUT_FILENO, rest.data(), rest.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) std::_Exit(1);  // nobody listens any more
      rest.remove_prefix(static_cast<std::size_t>(written));
    }
  }
};

// Splits what comes in at line feeds. A last line without one counts too.
void read_lines(util::EventQueue<Event>& events) {
  std::string pending;
  char buffer[4096];
  while (true) {
    const ssize_t count = read(STDIN_FILENO, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    pending.append(buffer, static_cast<std::size_t>(count));
    std::size_t start = 0;
    for (std::size_t end = pending.find('\n'); end != std::string::npos; end = pending.find('\n', start)) {
      events.push(pending.substr(start, end - start));
      start = end + 1;
    }
    pending.erase(0, start);
  }
  if (!pending.empty()) events.push(std::move(pending));
  events.push(EndOfInput{});
}

// XBoard interrupts engines that think, and terminates those it has told to quit. The first must be survived, the
// second may come before the word `quit` is read.
void handle_signals() {
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGTERM, [](int) { std::_Exit(0); });
}

}  // namespace

int talk_command() {
  if (isatty(STDIN_FILENO) == 0) handle_signals();
  const util::SteadyClock clock;
  engine::Engine engine(clock);
  StandardOutput output;
  util::EventQueue<Event> events;
  const protocol::PostEvent post = [&](protocol::SearchEvent event) { events.push(std::move(event)); };
  protocol::Dispatcher dispatcher({
      .cecp = [&] { return std::make_unique<protocol::cecp::Cecp>(engine, output, post); },
      .uci = [&] { return std::make_unique<protocol::uci::Uci>(engine, output, post); },
      .console = [&] { return std::make_unique<protocol::console::Console>(engine, output, post); },
  });
  std::thread reader([&] { read_lines(events); });

  auto go_on = protocol::Continue::Yes;
  while (go_on == protocol::Continue::Yes) {
    const Event event = events.pop();
    if (const auto* line = std::get_if<std::string>(&event)) {
      go_on = dispatcher.line(*line);
    } else if (const auto* report = std::get_if<protocol::SearchEvent>(&event)) {
      dispatcher.search_event(*report);
    } else {
      go_on = protocol::Continue::No;
    }
  }
  engine.stop_and_wait();
  // The reader may be waiting for input that never comes; there is nothing to tidy up that the system would not.
  std::_Exit(0);
}

}  // namespace rocada::app
