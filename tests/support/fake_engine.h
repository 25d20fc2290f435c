// What a protocol handler talks to in a test: an engine that thinks only when told, an output that remembers, and the
// queue between them. Everything happens on the test's own thread, in the order the test says.
//
// A test drives one side with handler.line() (or Conversation::send) and the other with FakeEngine::tell and finish. As
// with the real engine, stop() only asks: the search lasts until finish(); start(), stop_and_wait(), wait() and
// new_game() end it themselves, with the answer in `move_when_stopped`.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "chess/movegen.h"
#include "chess/notation.h"
#include "engine/engine_api.h"
#include "protocol/handler.h"
#include "protocol/output.h"

namespace rocada::test {

class FakeEngine final : public engine::EngineApi {
 public:
  struct Start {
    game::GameRecord game;
    search::Limits limits;
  };

  // What the handler asked for, oldest first: "start", "stop", "stop_and_wait", "wait", "ponder_hit", "pause",
  // "resume", "new_game", "set Hash=64".
  std::vector<std::string> calls;
  std::vector<Start> starts;
  std::optional<search::GameClock> ponder_hit_clock;
  // The answer of a search that start(), stop_and_wait(), wait() or new_game() ends; none: the first legal move.
  std::optional<search::Finished> move_when_stopped;
  eval::Score static_evaluation = 0;
  search::Effort effort_so_far;  // of the running search
  bool paused = false;
  std::string next_note;  // of the next set_option that succeeds
  std::vector<book::BookMove> book;

  const Start& last_start() const { return starts.back(); }
  bool stop_requested() const { return stop_requested_; }
  int count(std::string_view call) const {
    int found = 0;
    for (const std::string& made : calls) found += made == call ? 1 : 0;
    return found;
  }

  // Reports of the running search. Moves are read in its position, the reply in the position after the best move.
  void tell(const search::Line& line) { observer_->line(line); }
  void tell(const search::CurrentMove& move) { observer_->current_move(move); }
  void finish(const search::Finished& finished) {
    stop_requested_ = false;
    // The observer may start the next search at once, so this one must be over before it hears.
    const auto observer = std::move(observer_);
    observer_.reset();
    observer->finished(finished);
  }
  void finish(std::string_view best, std::string_view reply = "") {
    search::Finished finished;
    finished.best = move(best);
    if (!reply.empty()) finished.reply = moves({best, reply}).back();
    finish(finished);
  }

  // Text as moves of the running search's position, one after the other.
  std::vector<chess::Move> moves(const std::vector<std::string_view>& texts) const {
    chess::Position position = last_start().game.position();
    std::vector<chess::Move> result;
    for (const std::string_view text : texts) {
      result.push_back(chess::parse_move(position, text).value());
      position.make(result.back());
    }
    return result;
  }
  chess::Move move(std::string_view text) const { return moves({text}).front(); }

  // EngineApi
  void start(const game::GameRecord& game, const search::Limits& limits,
             std::shared_ptr<search::Observer> observer) override {
    end_search();
    calls.emplace_back("start");
    starts.push_back({game, limits});
    observer_ = std::move(observer);
  }
  void stop() override {
    calls.emplace_back("stop");
    stop_requested_ = observer_ != nullptr;
  }
  void stop_and_wait() override {
    calls.emplace_back("stop_and_wait");
    end_search();
  }
  void wait() override {
    calls.emplace_back("wait");
    end_search();
  }
  void ponder_hit(const std::optional<search::GameClock>& clock) override {
    calls.emplace_back("ponder_hit");
    ponder_hit_clock = clock;
  }
  void pause() override {
    calls.emplace_back("pause");
    paused = true;
  }
  void resume() override {
    calls.emplace_back("resume");
    paused = false;
  }
  bool is_searching() const override { return observer_ != nullptr; }
  search::Effort effort() const override { return is_searching() ? effort_so_far : search::Effort{}; }
  void new_game() override {
    calls.emplace_back("new_game");
    end_search();
  }
  util::Result<std::string> set_option(const engine::OptionSpec& spec, std::string_view value) override {
    calls.push_back("set " + std::string(spec.name) + "=" + std::string(value));
    if (const auto set = options_.set(spec, value); !set) return set.error();
    return std::exchange(next_note, {});
  }
  const engine::Options& options() const override { return options_; }
  eval::Score evaluate(const chess::Position&) const override { return static_evaluation; }
  std::vector<book::BookMove> book_moves(const chess::Position&) const override { return book; }

 private:
  void end_search() {
    if (observer_ == nullptr) return;
    if (move_when_stopped) return finish(*move_when_stopped);
    const chess::MoveList legal = chess::legal_moves(last_start().game.position());
    search::Finished finished;
    if (!legal.empty()) finished.best = legal[0];
    finish(finished);
  }

  engine::Options options_;
  std::shared_ptr<search::Observer> observer_;
  bool stop_requested_ = false;
};

class RecordingOutput final : public protocol::Output {
 public:
  std::vector<std::string> lines;

  void line(std::string_view text) override { lines.emplace_back(text); }
  // The lines since the last call.
  std::vector<std::string> take() { return std::exchange(lines, {}); }
};

// Stands for the program's queue: what a search reports waits here until the handler is done with its line.
class EventQueue {
 public:
  protocol::PostEvent poster() {
    return [this](protocol::SearchEvent event) { events_.push_back(std::move(event)); };
  }
  void deliver_to(protocol::Handler& handler) {
    while (!events_.empty()) {
      const protocol::SearchEvent event = std::move(events_.front());
      events_.pop_front();
      handler.search_event(event);
    }
  }

 private:
  std::deque<protocol::SearchEvent> events_;
};

// A handler of type Protocol, built from (EngineApi&, Output&, PostEvent), with all it needs around it.
template <typename Protocol>
class Conversation {
 public:
  FakeEngine engine;
  RecordingOutput output;
  EventQueue events;
  Protocol protocol{engine, output, events.poster()};
  protocol::Continue goes_on = protocol::Continue::Yes;  // as the last line answered

  // Sends a line and returns all that is printed for it.
  std::vector<std::string> send(std::string_view text) {
    goes_on = protocol.line(text);
    return heard();
  }
  std::vector<std::string> send_all(const std::vector<std::string_view>& texts) {
    for (const std::string_view text : texts) goes_on = protocol.line(text);
    return heard();
  }
  // What is printed for the reports given since: call it after FakeEngine::tell or finish.
  std::vector<std::string> heard() {
    events.deliver_to(protocol);
    return output.take();
  }
};

}  // namespace rocada::test
