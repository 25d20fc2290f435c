// TableExchange: tells the other machines what this rank's search has found, and puts what they tell into its table.
// The ranks of one machine search with one table (shared_table.h), so one of each machine is told: the first by the
// first of another machine, the second by the second.
//
// On the post's thread. The search only ever sees its outboxes and its table. What a rank sends is bounded: when more
// is found than may be sent, only deeper results are told from then on.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cluster/message.h"
#include "cluster/post.h"
#include "search/team.h"
#include "search/transposition_table.h"

namespace rocada::cluster {

// Record bytes a rank may send in a second, to all whom it tells together.
inline constexpr std::uint64_t kMostRecordBytesPerSecond = 4'000'000;
// What the least depth told of may rise to.
inline constexpr int kHighestLeastDepth = 40;

class TableExchange {
 public:
  using Clock = std::chrono::steady_clock;

  TableExchange(search::Team& team, Post& post);

  // A search begins: what an earlier one has left is of no use.
  void begin_search();
  // Sends what the search has found since the last time, if that is long enough ago. The outboxes must not change
  // meanwhile.
  void send_due(SearchNumber number, Clock::time_point now);
  // Puts what has come into the table, which must not be changed in other ways than by a search meanwhile.
  void merge(const Records& records, search::TranspositionTable& table);

  void add_to(Traffic& traffic) const;

  // How many records a rank may send in a while to each of so many others, and how long it waits between two messages.
  static std::size_t allowance(std::size_t others, Clock::duration time);
  static Clock::duration pause(std::size_t others);

 private:
  void adapt_depth(Clock::time_point now);

  search::Team& team_;
  Post& post_;
  std::vector<int> told_{};  // the ranks that are
  Clock::time_point last_sent_ = Clock::now();
  std::vector<search::TableRecord> found_{};  // since then
  // What the depth is adapted by: since the last time that was done.
  Clock::time_point last_adapted_ = Clock::now();
  std::size_t found_since_adapted_ = 0;
  std::uint64_t sent_ = 0;
  std::uint64_t received_ = 0;
  std::uint64_t dropped_ = 0;
};

}  // namespace rocada::cluster
