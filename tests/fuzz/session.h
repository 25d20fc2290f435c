// Session: a conversation as the program has it, from the dispatcher down to the real search (stepped_engine.h).
//
// The input is what a GUI sends, line by line. An empty line says nothing to any protocol and stands for time that
// passes here. Every line printed is held against a law of the protocol.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "fuzz/laws.h"
#include "fuzz/lines.h"
#include "fuzz/stepped_engine.h"
#include "protocol/cecp/cecp.h"
#include "protocol/console/console.h"
#include "protocol/dispatcher.h"
#include "protocol/uci/uci.h"

namespace rocada::fuzz {

class Session final : public protocol::Output {
 public:
  using LineLaw = std::function<void(std::string_view line)>;

  explicit Session(LineLaw law) : law_(std::move(law)) {}

  const SteppedEngine& engine() const { return engine_; }

  // All that the input says, up to a length that is over in a moment. Afterwards the session may go on, unless it has
  // been told to quit.
  void run(std::string_view input) {
    std::size_t lines_left = kMostLines;
    for (const std::string_view line : lines_of(input)) {
      if (!goes_on_ || lines_left-- == 0) return;
      if (util::trim(line).empty()) {
        pass_time();
      } else if (!takes_too_long(line)) {
        send(line);
      }
    }
  }
  void send(std::string_view line) {
    goes_on_ = dispatcher_.line(line) == protocol::Continue::Yes;
    deliver();
  }
  // Until no search can go on by itself.
  void wait_for_the_search() {
    pass_time();
    pass_time();
  }
  bool goes_on() const { return goes_on_; }
  const std::string& last_line() const { return last_line_; }

  void line(std::string_view text) override {
    require(std::ranges::none_of(text, [](char c) { return util::is_control(c) && c != '\t'; }), "a line is text",
            text);
    last_line_ = text;
    law_(text);
  }

 private:
  static constexpr std::size_t kMostLines = 256;

  // They are meant to, and only the depth is theirs to say.
  bool takes_too_long(std::string_view line) {
    const auto words = util::split_words(line);
    if (std::ranges::find(words, "perft") != words.end()) return words.back() != "1";
    return std::ranges::find(words, "bench") != words.end() && std::exchange(has_benched_, true);
  }
  void pass_time() {
    engine_.step();
    deliver();
  }
  void deliver() {
    while (!events_.empty()) {
      const protocol::SearchEvent event = std::move(events_.front());
      events_.pop_front();
      dispatcher_.search_event(event);
    }
  }

  LineLaw law_;
  SteppedEngine engine_;
  std::deque<protocol::SearchEvent> events_;
  const protocol::PostEvent post_ = [this](protocol::SearchEvent event) { events_.push_back(std::move(event)); };
  protocol::Dispatcher dispatcher_{{
      .cecp = [this] { return std::make_unique<protocol::cecp::Cecp>(engine_, *this, post_); },
      .uci = [this] { return std::make_unique<protocol::uci::Uci>(engine_, *this, post_); },
      .console = [this] { return std::make_unique<protocol::console::Console>(engine_, *this, post_); },
  }};
  bool goes_on_ = true;
  bool has_benched_ = false;
  std::string last_line_;
};

}  // namespace rocada::fuzz
