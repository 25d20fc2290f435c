// Watch: counts a worker's nodes, and says when to stop. Of all workers one watches limits and clock for all of them.
#pragma once

#include <atomic>
#include <cstdint>

#include "search/params.h"
#include "search/shared_search.h"

namespace rocada::search {

class Watch {
 public:
  explicit Watch(bool watches_limits) : watches_limits_(watches_limits) {}

  void begin(SharedSearch& shared) {
    shared_ = &shared;
    nodes_ = 0;
    next_look_ = params::kNodesBeforeTheFirstLook;
  }

  // Waits here while the search is paused.
  bool should_stop() {
    if (watches_limits_) {
      const auto& most_nodes = shared_->limits.nodes;
      if (most_nodes && shared_->nodes() >= *most_nodes) shared_->stop = true;
      if (nodes() >= next_look_) look_at_clock();
    }
    shared_->gate.pass();
    return stopped();
  }
  bool stopped() const { return shared_->stop.load(std::memory_order_relaxed); }
  // Something has been done that may have taken long.
  void look_at_clock_next() { next_look_ = nodes(); }

  void count_node() { nodes_.store(nodes() + 1, std::memory_order_relaxed); }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  bool watches_limits() const { return watches_limits_; }

 private:
  void look_at_clock();

  const bool watches_limits_;
  SharedSearch* shared_ = nullptr;
  std::atomic<std::uint64_t> nodes_{0};
  std::uint64_t next_look_ = 0;  // at the clock: after so many nodes
};

}  // namespace rocada::search
