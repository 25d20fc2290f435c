// SteppedEngine: the real engine with time taken out, so that a conversation depends on its lines alone.
//
// A search is run to its end at once, within bounds of its own, and what it had to say is kept back. step() then plays
// the part of the time that passes: first the search tells what it has seen, then, where its limits allow, it ends. In
// between a protocol can say whatever it likes to a search that is running. Also kept from it: large memory, many
// threads, and the file system.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "chess/fen.h"
#include "chess/legality.h"
#include "chess/movegen.h"
#include "engine/engine.h"
#include "fuzz/laws.h"
#include "util/strings.h"

namespace rocada::fuzz {

// Every look at it takes a while, so that also a short search sees all that a long one does.
class TickingClock final : public util::Clock {
 public:
  util::TimePoint now() const override { return util::TimePoint(ticks_++ * kTick); }

 private:
  static constexpr util::Milliseconds kTick{100};
  mutable std::atomic<int> ticks_ = 0;
};

class SteppedEngine final : public engine::EngineApi {
 public:
  SteppedEngine() {
    const auto sized = engine_.set_option(engine::spec_of(engine::OptionId::Hash), "1");
    require(sized.ok(), "a small table can be had");
  }

  // The positions searched, oldest first.
  const std::vector<chess::Position>& searched() const { return searched_; }

  void step() {
    if (search_ == nullptr || search_->paused) return;
    if (!std::exchange(search_->has_spoken, true)) {
      for (const Report& report : search_->reports) tell(report);
    } else if (search_->may_end) {
      finish();
    }
  }

  // EngineApi
  void start(const game::GameRecord& game, const search::Limits& limits,
             std::shared_ptr<search::Observer> observer) override {
    finish();
    searched_.push_back(game.position());
    const auto listener = std::make_shared<Listener>();
    engine_.start(game, bounded(game.position(), limits), listener);
    engine_.wait();
    require_answer_laws(game.position(), limits, *listener);
    search_ = std::make_unique<Search>();
    search_->observer = std::move(observer);
    search_->reports = std::move(listener->reports);
    search_->answer = listener->answer;
    search_->may_end = !limits.infinite && !limits.pondering;
    if (search_->answer.from_book) finish();
  }
  void stop() override {
    if (search_ == nullptr) return;
    search_->may_end = true;
    search_->paused = false;
  }
  void stop_and_wait() override { finish(); }
  void wait() override {
    require(search_ == nullptr || (search_->may_end && !search_->paused), "nobody waits for what never ends");
    finish();
  }
  void ponder_hit(const std::optional<search::GameClock>&) override {
    if (search_ != nullptr) search_->may_end = true;
  }
  void pause() override {
    if (search_ != nullptr) search_->paused = true;
  }
  void resume() override {
    if (search_ != nullptr) search_->paused = false;
  }
  bool is_searching() const override { return search_ != nullptr; }
  search::Effort effort() const override { return search_ == nullptr ? search::Effort{} : search_->answer.effort; }
  void new_game() override {
    finish();
    engine_.new_game();
  }
  util::Result<std::string> set_option(const engine::OptionSpec& spec, std::string_view value) override {
    require(search_ == nullptr || !spec.ends_search, "options that would end a search wait for its end", spec.name);
    switch (spec.id) {
      case engine::OptionId::Hash: return engine_.set_option(spec, at_most(kMostMib, value));
      case engine::OptionId::Threads: return engine_.set_option(spec, at_most(kMostThreads, value));
      case engine::OptionId::SaveHash:
      case engine::OptionId::LoadHash: return no_files();
      case engine::OptionId::EvalFile:
      case engine::OptionId::BookFile:
      case engine::OptionId::DebugLogFile:
      case engine::OptionId::SyzygyPath:
        if (!util::trim(value).empty()) return no_files();
        break;
      default: break;
    }
    return engine_.set_option(spec, value);
  }
  const engine::Options& options() const override { return engine_.options(); }
  eval::Score evaluate(const chess::Position& position) const override { return engine_.evaluate(position); }
  std::vector<book::BookMove> book_moves(const chess::Position& position) const override {
    return engine_.book_moves(position);
  }

 private:
  static constexpr std::uint64_t kMostNodes = 200;
  static constexpr int kMostMib = 2;
  static constexpr int kMostThreads = 2;

  using Report = std::variant<search::Line, search::CurrentMove>;
  class Listener final : public search::Observer {
   public:
    void line(const search::Line& line) override { reports.emplace_back(line); }
    void current_move(const search::CurrentMove& move) override { reports.emplace_back(move); }
    void finished(const search::Finished& finished) override { answer = finished; }

    std::vector<Report> reports;
    search::Finished answer;
  };
  struct Search {
    std::shared_ptr<search::Observer> observer;
    std::vector<Report> reports;
    search::Finished answer;
    bool may_end = false;
    bool paused = false;
    bool has_spoken = false;
  };

  search::Limits bounded(const chess::Position& position, search::Limits limits) const {
    const bool on_the_clock = (limits.clock || limits.move_time) && !limits.infinite && !limits.pondering;
    limits.infinite = limits.pondering = false;
    // The book answers only where nodes are no limit; a position it knows is a tame one.
    if (on_the_clock && options().flag(engine::OptionId::OwnBook) && !book_moves(position).empty()) {
      limits.depth = 1;
    } else {
      limits.nodes = std::min(limits.nodes.value_or(kMostNodes), kMostNodes);
    }
    return limits;
  }

  static void require_answer_laws(const chess::Position& position, const search::Limits& limits,
                                  const Listener& heard) {
    const std::string fen = chess::to_fen(position);
    for (const Report& report : heard.reports) {
      if (const auto* line = std::get_if<search::Line>(&report)) require_line_laws(position, *line);
    }
    const chess::Move best = heard.answer.best;
    require(best.is_none() != chess::has_legal_move(position), "a search ends with a move where there is one", fen);
    if (best.is_none()) return;
    require(chess::is_legal(position, best), "a search ends with a legal move", fen);
    const auto& only = limits.only_moves;
    require(only.empty() || std::ranges::find(only, best) != only.end(), "only the moves asked for are chosen", fen);
  }
  static void require_line_laws(chess::Position position, const search::Line& line) {
    const std::string fen = chess::to_fen(position);
    require(line.depth > 0 && line.rank > 0 && !line.moves.empty(), "a line says what it is about", fen);
    require(std::abs(line.score) <= eval::kMate, "no score is better than mate", fen);
    for (const chess::Move move : line.moves) {
      require(chess::is_legal(position, move), "a line holds legal moves", fen);
      position.make(move);
    }
  }

  static std::string at_most(int limit, std::string_view value) {
    const auto number = util::parse_integer<int>(util::trim(value));
    return number && *number > limit ? std::to_string(limit) : std::string(value);
  }
  static util::Error no_files() { return {"there are no files"}; }

  void tell(const Report& report) {
    if (const auto* line = std::get_if<search::Line>(&report)) search_->observer->line(*line);
    if (const auto* move = std::get_if<search::CurrentMove>(&report)) search_->observer->current_move(*move);
  }
  void finish() {
    if (search_ == nullptr) return;
    // The observer may start the next search at once, so this one must be over before it hears.
    const std::unique_ptr<Search> ended = std::move(search_);
    ended->observer->finished(ended->answer);
  }

  TickingClock clock_;
  engine::Engine engine_{clock_};
  std::vector<chess::Position> searched_;
  std::unique_ptr<Search> search_;  // null while idle
};

}  // namespace rocada::fuzz
