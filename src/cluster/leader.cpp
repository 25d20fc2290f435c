#include "cluster/leader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "chess/legality.h"
#include "search/election.h"

namespace rocada::cluster {

using engine::OptionId;
using util::Done;
using util::Error;
using util::Result;

namespace {

// What reading tables over a network may take. Whoever needs longer does not answer any more.
constexpr std::chrono::seconds kPatience{60};

// Options that change what the other ranks do. Book, strength, files and what the GUI is shown are rank 0's alone.
constexpr OptionId kSharedOptions[] = {OptionId::Hash,
                                       OptionId::ClearHash,
                                       OptionId::Threads,
                                       OptionId::MultiPv,
                                       OptionId::SyzygyPath,
                                       OptionId::SyzygyProbeDepth,
                                       OptionId::SyzygyFiftyMoveRule,
                                       OptionId::EvalFile};

}  // namespace

// Hears what rank 0's search tells, and adds what the others have found before it is passed on.
class Leader::Gatherer final : public search::Observer {
 public:
  Gatherer(Leader& leader, SearchNumber number, const chess::Position& position,
           std::shared_ptr<search::Observer> observer)
      : leader_(leader), number_(number), position_(position), observer_(std::move(observer)) {}

  void line(const search::Line& line) override { observer_->line(line); }
  void current_move(const search::CurrentMove& move) override { observer_->current_move(move); }
  void finished(const search::Finished& finished) override {
    search::Finished agreed = finished;
    leader_.conclude(number_, position_, *observer_, agreed);
    observer_->finished(agreed);
  }

 private:
  Leader& leader_;
  const SearchNumber number_;  // 0: rank 0 searches alone
  const chess::Position position_;
  const std::shared_ptr<search::Observer> observer_;
};

Leader::Leader(engine::Engine& own, Post& post)
    : own_(own), post_(post), exchange_(team_, post), shared_table_(own, post), farewells_(post) {
  const auto ranks = static_cast<std::size_t>(post.size());
  team_.others = post.size() - 1;
  reports_.resize(ranks);
  answers_.resize(ranks);
  if (ranks > 1) own_.join(team_);
}

SearchNumber Leader::begin_search() {
  const std::scoped_lock lock(mutex_);
  ++search_;
  std::ranges::fill(reports_, Report{});
  team_.nodes = 0;
  team_.tablebase_hits = 0;
  team_.hash_permille_sum = 0;
  return search_;
}

void Leader::start(const game::GameRecord& game, const search::Limits& limits,
                   std::shared_ptr<search::Observer> observer) {
  own_.stop_and_wait();
  {
    // The others may search with this table as soon as they are told to.
    const std::scoped_lock lock(table_mutex_);
    own_.prepare(game.position(), limits);
  }
  SearchNumber number = 0;
  if (!own_.plays_weakly(game.position(), limits)) {
    number = begin_search();
    post_.send_to_others(to_bytes(SearchOrder{number, own_.table().generation(), game, limits.only_moves}));
  }
  const std::scoped_lock lock(table_mutex_);
  shared_search_ = number;
  exchange_.begin_search();
  own_.start(game, limits, std::make_shared<Gatherer>(*this, number, game.position(), std::move(observer)));
}

void Leader::conclude(SearchNumber number, const chess::Position& position, search::Observer& observer,
                      search::Finished& finished) {
  if (number == 0) return;
  post_.send_to_others(to_bytes(Kind::Stop, number));
  const std::scoped_lock lock(mutex_);
  search_milliseconds_ += static_cast<std::uint64_t>(finished.effort.time.count());
  // Whoever wants several lines wants them from one search.
  if (finished.from_book || finished.best.is_none() || options().number(OptionId::MultiPv) > 1) return;
  std::vector<search::Vote> votes = {{finished.best, finished.score, finished.depth}};
  std::vector<const BestLine*> lines = {nullptr};
  for (const Report& report : reports_) {
    if (!report.best || !chess::is_legal(position, report.best->moves.front())) continue;
    votes.push_back({report.best->moves.front(), report.best->score, report.best->depth});
    lines.push_back(&*report.best);
  }
  const BestLine* const elected = lines[search::elect(votes)];
  if (elected == nullptr || elected->moves.front() == finished.best) return;
  finished.best = elected->moves.front();
  finished.score = elected->score;
  finished.depth = elected->depth;
  finished.reply = elected->moves.size() > 1 ? std::optional(elected->moves[1]) : std::nullopt;
  // The last line told must be the one that is played.
  observer.line({elected->depth, elected->selective_depth, 1, elected->score, search::Bound::Exact, elected->moves,
                 finished.effort});
}

void Leader::pause() {
  own_.pause();
  post_.send_to_others(plain(Kind::Pause));
}

void Leader::resume() {
  own_.resume();
  post_.send_to_others(plain(Kind::Resume));
}

// What was found before tables, network or game changed is of no use after it.
void Leader::share_no_more() { shared_search_ = 0; }

void Leader::new_game() {
  own_.stop_and_wait();
  // A rank that has not heard yet that the search is over may still put the last results of the game before into a
  // table that it shares: nobody waits for it, and they are soon replaced.
  const std::scoped_lock lock(table_mutex_);
  share_no_more();
  own_.new_game();
  post_.send_to_others(plain(Kind::NewGame));
}

Result<std::string> Leader::set_option(const engine::OptionSpec& spec, std::string_view value) {
  if (spec.ends_search) own_.stop_and_wait();
  const std::scoped_lock lock(table_mutex_);
  if (spec.ends_search) share_no_more();
  const std::string before = options().text(spec.id);
  auto own = own_.set_option(spec, value);
  shared_table_.tell();
  if (!own || post_.size() == 1 || std::ranges::find(kSharedOptions, spec.id) == std::end(kSharedOptions)) return own;
  const auto others = ask_others(spec, std::string(value));
  if (others) return own;
  // All of them had that value before, and have it again whatever they say now.
  (void)own_.set_option(spec, before);
  shared_table_.tell();
  (void)ask_others(spec, before);
  return others.error();
}

Result<std::string> Leader::ask_others(const engine::OptionSpec& spec, const std::string& value) {
  std::unique_lock lock(mutex_);
  std::ranges::fill(answers_, std::nullopt);
  ++question_;
  post_.send_to_others(to_bytes(OptionValue{question_, static_cast<std::uint8_t>(spec.id), value}));
  const auto silent = [&] {
    const auto first = std::find(answers_.begin() + 1, answers_.end(), std::nullopt);
    return first == answers_.end() ? 0 : first - answers_.begin();
  };
  if (!answered_.wait_for(lock, kPatience, [&] { return silent() == 0; })) {
    return Error{fmt::format("rank {} does not answer", silent())};
  }
  const std::uint64_t networks = own_.networks().fingerprint();
  for (std::size_t rank = 1; rank < answers_.size(); ++rank) {
    const OptionAnswer& answer = *answers_[rank];
    if (!answer.accepted) return Error{fmt::format("rank {}: {}", rank, answer.text)};
    if (answer.networks != networks) return Error{fmt::format("rank {} has another network in that file", rank)};
  }
  return std::string();
}

Result<Done> Leader::dismiss() {
  own_.stop_and_wait();
  return farewells_.ask_for();
}

std::vector<Traffic> Leader::traffic() {
  Traffic own = post_.traffic();
  exchange_.add_to(own);
  own.search_milliseconds = search_milliseconds_;
  std::vector<Traffic> all = {own};
  for (std::size_t rank = 1; rank < reports_.size(); ++rank) all.push_back(farewells_.of(rank));
  return all;
}

void Leader::note(int from, const EffortReport& effort) {
  reports_[static_cast<std::size_t>(from)].effort = effort;
  EffortReport sum;
  for (const Report& report : reports_) {
    sum.nodes += report.effort.nodes;
    sum.tablebase_hits += report.effort.tablebase_hits;
    sum.hash_permille += report.effort.hash_permille;
  }
  team_.nodes = sum.nodes;
  team_.tablebase_hits = sum.tablebase_hits;
  team_.hash_permille_sum = sum.hash_permille;
}

void Leader::handle(const Message& message) {
  const auto from = static_cast<std::size_t>(message.from);
  switch (kind_of(message)) {
    case Kind::Records: {
      const Records records = records_in(message);
      const std::unique_lock table(table_mutex_, std::try_to_lock);
      if (table && records.number == shared_search_) exchange_.merge(records, own_.table());
      break;
    }
    case Kind::Effort: {
      const EffortReport effort = effort_report_in(message);
      const std::scoped_lock lock(mutex_);
      if (effort.number == search_) note(message.from, effort);
      break;
    }
    case Kind::BestLine: {
      BestLine line = best_line_in(message);
      const std::scoped_lock lock(mutex_);
      if (line.effort.number != search_ || line.moves.empty()) break;
      note(message.from, line.effort);
      reports_[from].best = std::move(line);
      break;
    }
    case Kind::OptionSet: {
      OptionAnswer answer = option_answer_in(message);
      const std::scoped_lock lock(mutex_);
      if (answer.question == question_) answers_[from] = std::move(answer);
      answered_.notify_all();
      break;
    }
    case Kind::Farewell: farewells_.note(message); break;
    default: break;  // nothing else comes to rank 0 in a conversation
  }
}

bool Leader::turn() {
  const SearchNumber number = shared_search_;
  if (number == 0) return false;
  const std::unique_lock table(table_mutex_, std::try_to_lock);
  if (!table) return true;
  exchange_.send_due(number, TableExchange::Clock::now());
  return own_.is_searching();
}

}  // namespace rocada::cluster
