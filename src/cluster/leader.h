// Leader: rank 0's engine, which has the others search along. To protocols it is an engine like any other.
//
// Options, new games and searches go to all ranks. Rank 0 alone keeps the limits and the clock; the others search until
// they are told to stop, and tell their best line whenever they have finished a depth. So the answer can be given as
// soon as rank 0's own search has ended: nobody is waited for, however long the way. The methods of EngineApi are for
// the protocol's thread, handle() and turn() for the post's.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/farewells.h"
#include "cluster/message.h"
#include "cluster/post.h"
#include "cluster/shared_table.h"
#include "cluster/table_exchange.h"
#include "engine/engine.h"
#include "engine/engine_api.h"
#include "search/team.h"

namespace rocada::cluster {

class Leader final : public engine::EngineApi {
 public:
  // All of them must outlive it; the engine is used by nobody else.
  Leader(engine::Engine& own, Post& post);

  void start(const game::GameRecord& game, const search::Limits& limits,
             std::shared_ptr<search::Observer> observer) override;
  void stop() override { own_.stop(); }
  void stop_and_wait() override { own_.stop_and_wait(); }
  void wait() override { own_.wait(); }
  void ponder_hit(const std::optional<search::GameClock>& clock) override { own_.ponder_hit(clock); }
  void pause() override;
  void resume() override;
  bool is_searching() const override { return own_.is_searching(); }
  search::Effort effort() const override { return own_.effort(); }
  void new_game() override;
  // Where a rank refuses the value, it is set back on all.
  util::Result<std::string> set_option(const engine::OptionSpec& spec, std::string_view value) override;
  const engine::Options& options() const override { return own_.options(); }
  eval::Score evaluate(const chess::Position& position) const override { return own_.evaluate(position); }
  std::vector<book::BookMove> book_moves(const chess::Position& position) const override {
    return own_.book_moves(position);
  }

  // Ends the other ranks. Blocks until they have taken their leave, or for a while; the error says who has not.
  util::Result<util::Done> dismiss();
  // What has passed on each rank; after that, and once the post has ended.
  std::vector<Traffic> traffic();

  void handle(const Message& message);
  bool turn();

 private:
  // What is known of one of the others in the present search.
  struct Report {
    EffortReport effort{};
    std::optional<BestLine> best{};
  };
  class Gatherer;

  SearchNumber begin_search();
  // What the ranks agree on, where the search may be decided by others than rank 0.
  void conclude(SearchNumber number, const chess::Position& position, search::Observer& observer,
                search::Finished& finished);
  void note(int from, const EffortReport& effort);
  void share_no_more();
  util::Result<std::string> ask_others(const engine::OptionSpec& spec, const std::string& value);

  engine::Engine& own_;
  Post& post_;
  search::Team team_;
  TableExchange exchange_;
  SharedTable shared_table_;
  Farewells farewells_;

  // Whose results may go into the table now; 0: nobody's.
  std::atomic<SearchNumber> shared_search_{0};
  // Held while the engine is set up or started, so that nobody fills its table meanwhile. The post's thread only tries
  // to have it: what it cannot use now is dropped.
  std::mutex table_mutex_;

  std::mutex mutex_;  // of what follows
  std::condition_variable answered_;
  SearchNumber search_ = 0;
  std::vector<Report> reports_;  // by rank, of the present search
  std::uint32_t question_ = 0;
  std::vector<std::optional<OptionAnswer>> answers_;  // by rank, to the present question
  std::uint64_t search_milliseconds_ = 0;
};

}  // namespace rocada::cluster
