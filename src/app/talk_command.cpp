// `rocada` without a subcommand: the engine on standard input and output.
//
// One thread reads lines, the search posts its reports, and this thread alone handles both, in the order they come.
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
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
#include "util/interruption.h"
#include "util/line_log.h"
#include "util/process.h"
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

// Standard output, line by line.
class StandardOutput final : public protocol::Output {
 public:
  explicit StandardOutput(util::LineLog& log) : log_(log) {}

  void line(std::string_view text) override {
    write_down(log_, kSaid, text);
    std::string whole(text);
    whole += '\n';
    switch (util::write_output(whole)) {
      case util::OutputFate::Written: return;
      // Closing the pipe is how many a program ends its engine: nobody listens, so there is nothing to say.
      case util::OutputFate::NobodyListens: std::_Exit(1);
      case util::OutputFate::NobodyReads: give_up("nobody reads it");
      case util::OutputFate::Failed: give_up(std::generic_category().message(errno));
    }
  }

 private:
  [[noreturn]] static void give_up(const std::string& why) {
    std::fputs(fmt::format("rocada: cannot write to standard output: {}\n", why).c_str(), stderr);
    std::_Exit(1);
  }

  util::LineLog& log_;
};

// Splits what comes in at line feeds. A last line without one counts too.
void read_lines(util::EventQueue<Event>& events) {
  // No command is longer, and rubbish without end must not fill the memory: the rest of such a line is dropped.
  constexpr std::size_t kLongestLine = std::size_t{1} << 20;
  std::string pending;
  const auto hand_over = [&] {
    if (util::trim(pending) == "quit") util::expect_no_more_input();
    events.push(std::exchange(pending, {}));
  };
  char buffer[4096];
  while (const std::size_t count = util::read_input(buffer)) {
    std::string_view piece(buffer, count);
    while (!piece.empty()) {
      const std::size_t end = std::min(piece.find('\n'), piece.size());
      pending.append(piece.substr(0, std::min(end, kLongestLine - pending.size())));
      if (end < piece.size()) hand_over();
      piece.remove_prefix(std::min(end + 1, piece.size()));
    }
  }
  if (!pending.empty()) hand_over();
  util::expect_no_more_input();
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

}  // namespace

void talk(engine::EngineApi& engine, util::LineLog& log) {
  if (!util::is_terminal(stdin)) util::behave_as_engine();
  // The reader may be waiting for input that never comes when all else has gone, so it has a share of the queue.
  const auto events = std::make_shared<util::EventQueue<Event>>();
  StandardOutput output(log);
  const protocol::PostEvent post = [&](protocol::SearchEvent event) { events->push(std::move(event)); };
  protocol::Dispatcher dispatcher({
      .cecp = [&] { return std::make_unique<protocol::cecp::Cecp>(engine, output, post); },
      .uci = [&] { return std::make_unique<protocol::uci::Uci>(engine, output, post); },
      .console = [&] { return std::make_unique<protocol::console::Console>(engine, output, post); },
  });
  util::start_thread([events] { read_lines(*events); }).detach();
  converse(*events, dispatcher, log);
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
