// The engine in a worker: lines of UCI in and out, and games to annotate.
//
// Built twice. With threads, main() is a thread of its own that handles what comes in and what searches report, one at
// a time, as the program on standard input does. Without, each line is handled where it comes in, and a search is over
// when that returns; whoever wants to stop it ends the worker (web/engine/worker/rocada.js).
//
// JavaScript's side is `Module` in web/engine/worker/core.js; its functions are called on the thread that owns it.
#include <emscripten.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "analysis/run.h"
#include "engine/engine.h"
#include "protocol/console/console.h"
#include "protocol/dispatcher.h"
#include "protocol/output.h"
#include "protocol/uci/uci.h"
#include "util/clock.h"
#include "util/event_queue.h"
#include "util/huge_pages.h"
#include "util/ready_thread.h"
#include "util/result.h"

namespace rocada::web {

namespace {

// ---------------------------------------------------------------------------------------------------------------------
// The conversation

class LinesToJavaScript final : public protocol::Output {
 public:
  void line(std::string_view text) override {
    MAIN_THREAD_EM_ASM({ Module.said(UTF8ToString($0, $1)); }, text.data(), text.size());
  }
};

class Conversation {
 public:
  Conversation()
      : dispatcher_({.cecp = [this] { return console(); },
                     .uci = [this] { return uci(); },
                     .console = [this] { return console(); }}) {}

#ifdef __EMSCRIPTEN_PTHREADS__
  // From any thread.
  void line(std::string text) { events_.push(std::move(text)); }

  void run() {
    auto go_on = protocol::Continue::Yes;
    while (go_on == protocol::Continue::Yes) {
      const Event event = events_.pop();
      if (const auto* line = std::get_if<std::string>(&event)) {
        go_on = dispatcher_.line(*line);
      } else {
        dispatcher_.search_event(std::get<protocol::SearchEvent>(event));
      }
    }
    engine_.stop_and_wait();
  }
#else
  void line(std::string_view text) {
    dispatcher_.line(text);
    while (!waiting_.empty()) {
      const protocol::SearchEvent event = std::move(waiting_.front());
      waiting_.pop_front();
      dispatcher_.search_event(event);
    }
  }
#endif

 private:
  void hear(protocol::SearchEvent event) {
#ifdef __EMSCRIPTEN_PTHREADS__
    events_.push(std::move(event));
#else
    // What the search has found is wanted while it searches; what may begin another one must wait for its end.
    const bool is_news =
        std::holds_alternative<search::Line>(event.report) || std::holds_alternative<search::CurrentMove>(event.report);
    if (is_news) return dispatcher_.search_event(event);
    waiting_.push_back(std::move(event));
#endif
  }
  std::unique_ptr<protocol::Handler> uci() {
    return std::make_unique<protocol::uci::Uci>(engine_, output_, [this](auto event) { hear(std::move(event)); });
  }
  std::unique_ptr<protocol::Handler> console() {
    return std::make_unique<protocol::console::Console>(engine_, output_,
                                                        [this](auto event) { hear(std::move(event)); });
  }

  util::SteadyClock clock_;
  engine::Engine engine_{clock_};
  LinesToJavaScript output_;
#ifdef __EMSCRIPTEN_PTHREADS__
  using Event = std::variant<std::string, protocol::SearchEvent>;
  util::EventQueue<Event> events_;
#else
  std::deque<protocol::SearchEvent> waiting_;
#endif
  protocol::Dispatcher dispatcher_;
};

// Made at the first call and never ended: the worker ends first.
Conversation& conversation() {
  static Conversation& the_one = *new Conversation;
  return the_one;
}

// ---------------------------------------------------------------------------------------------------------------------
// Games to annotate

std::atomic<bool> cancelled = false;

void tell_progress(const analysis::AnalysisProgress& progress) {
  MAIN_THREAD_EM_ASM({ Module.progress($0, $1, $2); }, static_cast<double>(progress.games),
                     static_cast<double>(progress.positions), static_cast<double>(progress.positions_done));
}

void tell_problem(const std::string& problem) {
  MAIN_THREAD_EM_ASM({ Module.problem(UTF8ToString($0)); }, problem.c_str());
}

// So many threads, or as many as there is memory for; 0: not even for one.
int affordable_threads(int wanted) {
  // Tables of a search, at first with the Hash that is usual, and stacks.
  constexpr std::size_t kForEach = std::size_t{32} << 20;
  while (wanted > 0 && !util::fits_in_memory(static_cast<std::size_t>(wanted) * kForEach)) --wanted;
  return wanted;
}

void tell_end(bool complete, const std::string& error) {
  MAIN_THREAD_EM_ASM({ Module.annotated($0, UTF8ToString($1)); }, complete, error.c_str());
}

void annotate(const analysis::AnalysisSettings& settings) {
  const auto progress = analysis::analyse(settings, {[] { return cancelled.load(); }, tell_progress, tell_problem});
  tell_end(progress && progress->is_complete(), progress ? "" : progress.error().message);
}

}  // namespace

}  // namespace rocada::web

extern "C" {

EMSCRIPTEN_KEEPALIVE void rocada_line(const char* text) { rocada::web::conversation().line(text); }

// The files are in Emscripten's memory: the input is there, and the outputs are when Module.annotated has been told so.
// Of the limits one is not 0. One at a time.
EMSCRIPTEN_KEEPALIVE void rocada_annotate(const char* folder, const char* input, int nodes, int depth, int move_time,
                                          int lines, int threads, int hash_mib) {
  rocada::analysis::AnalysisSettings settings;
  settings.threads = rocada::web::affordable_threads(threads);
  if (settings.threads == 0) return rocada::web::tell_end(false, "There is not enough memory left: make Hash smaller.");
  chdir(folder);  // so that sentences about the input name it by what it is called
  settings.input = input;
  settings.pgn = "/annotated.pgn";
  settings.html = "/report.html";
  if (nodes > 0) settings.limits.nodes = static_cast<std::uint64_t>(nodes);
  if (depth > 0) settings.limits.depth = depth;
  if (move_time > 0) settings.limits.move_time = rocada::util::Milliseconds(move_time);
  settings.multi_pv = lines;
  settings.hash_mib = hash_mib;
  settings.overwrite = true;
  rocada::web::cancelled = false;
#ifdef __EMSCRIPTEN_PTHREADS__
  rocada::util::start_thread([settings] { rocada::web::annotate(settings); }).detach();
#else
  rocada::web::annotate(settings);
#endif
}

EMSCRIPTEN_KEEPALIVE void rocada_cancel() { rocada::web::cancelled = true; }

}  // extern "C"

int main() {
  MAIN_THREAD_EM_ASM({ Module.started(); });
#ifdef __EMSCRIPTEN_PTHREADS__
  rocada::web::conversation().run();
#endif
  return 0;
}
