// Follower: a rank that searches what rank 0 says, until it says stop, and tells what it finds.
//
// Everything happens on the post's thread, but for the search.
#pragma once

#include <chrono>
#include <cstdint>

#include "cluster/message.h"
#include "cluster/post.h"
#include "cluster/shared_table.h"
#include "cluster/table_exchange.h"
#include "engine/engine.h"
#include "search/team.h"

namespace rocada::cluster {

class Follower {
 public:
  // Both must outlive it; the engine is used by nobody else.
  Follower(engine::Engine& engine, Post& post);

  // Ends the post when rank 0 says quit.
  void handle(const Message& message);
  bool turn();

 private:
  class Reporter;

  void search(const Message& message);
  void stop();
  void set_option(const Message& message);
  void take_leave();

  engine::Engine& engine_;
  Post& post_;
  search::Team team_;
  TableExchange exchange_;
  SharedTable shared_table_;
  SearchNumber search_ = 0;  // the present one, or the last; 0: what it found is not to be told any more
  TableExchange::Clock::time_point search_began_{};
  TableExchange::Clock::time_point last_report_{};
  std::chrono::milliseconds searched_{0};
};

}  // namespace rocada::cluster
