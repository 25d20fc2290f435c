#include "cluster/follower.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <memory>
#include <string>
#include <utility>

#include "engine/options.h"
#include "search/limits.h"
#include "search/report.h"

namespace rocada::cluster {

namespace {

using Clock = TableExchange::Clock;

// How often a rank tells what it has done. With many ranks each does so less often, and rank 0 hears no more.
constexpr std::chrono::milliseconds kBetweenReports{20};
constexpr std::chrono::microseconds kBetweenReportsPerRank{500};

EffortReport report_of(SearchNumber number, const search::Effort& effort) {
  return {number, effort.nodes, effort.tablebase_hits, effort.hash_permille};
}

}  // namespace

// Tells rank 0 the best line of each depth, from the search's own thread.
class Follower::Reporter final : public search::Observer {
 public:
  Reporter(Post& post, SearchNumber number) : post_(post), number_(number) {}

  void line(const search::Line& line) override {
    if (line.rank != 1 || line.bound != search::Bound::Exact) return;
    post_.send(0, to_bytes(BestLine{report_of(number_, line.effort), line.depth, line.selective_depth, line.score,
                                    line.moves}));
  }
  void current_move(const search::CurrentMove&) override {}
  void finished(const search::Finished&) override {}

 private:
  Post& post_;
  const SearchNumber number_;
};

Follower::Follower(engine::Engine& engine, Post& post)
    : engine_(engine), post_(post), exchange_(team_, post), shared_table_(engine, post) {
  engine_.join(team_);
}

void Follower::handle(const Message& message) {
  switch (kind_of(message)) {
    case Kind::Search: search(message); break;
    case Kind::Stop:
      if (search_number_in(message) == search_) stop();
      break;
    case Kind::Pause: engine_.pause(); break;
    case Kind::Resume: engine_.resume(); break;
    case Kind::NewGame:
      stop();
      search_ = 0;
      engine_.new_game();
      break;
    case Kind::SetOption: set_option(message); break;
    case Kind::Records: {
      const Records records = records_in(message);
      if (records.number == search_) exchange_.merge(records, engine_.table());
      break;
    }
    case Kind::TableAt: shared_table_.hear(message); break;
    case Kind::Quit: take_leave(); break;
    default: break;  // nothing else comes to a follower
  }
}

void Follower::search(const Message& message) {
  stop();
  const auto order = search_order_in(message);
  assert(order);  // rank 0 has played the game by the same rules
  if (!order) return;
  search_ = order->number;
  search::Limits limits;
  limits.infinite = true;
  limits.only_moves = order->only_moves;
  search_began_ = last_report_ = Clock::now();
  exchange_.begin_search();
  shared_table_.use_what_was_heard();
  engine_.table().set_generation(order->generation);
  engine_.start(order->game, limits, std::make_shared<Reporter>(post_, search_));
}

void Follower::stop() {
  if (!engine_.is_searching()) return;
  engine_.stop_and_wait();
  searched_ += std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - search_began_);
}

void Follower::set_option(const Message& message) {
  const OptionValue wanted = option_value_in(message);
  const engine::OptionSpec& spec = engine::spec_of(static_cast<engine::OptionId>(wanted.option));
  if (spec.ends_search) {
    stop();
    search_ = 0;
  }
  const auto set = engine_.set_option(spec, wanted.value);
  shared_table_.tell();
  shared_table_.use_what_was_heard();
  const std::string text = set ? *set : fmt::format("{} on {}", set.error().message, post_.host());
  post_.send(0, to_bytes(OptionAnswer{wanted.question, set.ok(), engine_.networks().fingerprint(), text}));
}

void Follower::take_leave() {
  stop();
  Traffic traffic = post_.traffic();
  exchange_.add_to(traffic);
  traffic.search_milliseconds = static_cast<std::uint64_t>(searched_.count());
  post_.send(0, to_bytes(traffic));
  post_.end();
}

bool Follower::turn() {
  if (!engine_.is_searching()) return false;
  const auto now = Clock::now();
  exchange_.send_due(search_, now);
  if (now - last_report_ >= std::max<Clock::duration>(kBetweenReports, kBetweenReportsPerRank * post_.size())) {
    last_report_ = now;
    post_.send(0, to_bytes(report_of(search_, engine_.effort())));
  }
  return true;
}

}  // namespace rocada::cluster
