// A cluster inside one process: as many transports as wanted, each for a thread of its own, and queues between them.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cluster/transport.h"

namespace rocada::test {

class InProcessCluster {
 public:
  // So many ranks count as those of one machine.
  explicit InProcessCluster(int size, int ranks_of_a_machine = 1)
      : ranks_of_a_machine_(ranks_of_a_machine), inboxes_(static_cast<std::size_t>(size)) {
    for (int rank = 0; rank < size; ++rank) ranks_.push_back(std::make_unique<Rank>(*this, rank));
  }

  cluster::Transport& operator[](int rank) { return *ranks_[static_cast<std::size_t>(rank)]; }

 private:
  class Rank final : public cluster::Transport {
   public:
    Rank(InProcessCluster& all, int rank) : all_(all), rank_(rank) {}
    int rank() const override { return rank_; }
    int size() const override { return static_cast<int>(all_.inboxes_.size()); }
    std::string host() const override { return "host" + std::to_string(rank_); }
    int first_beside(int rank) const override { return rank - rank % all_.ranks_of_a_machine_; }
    void send(int to, cluster::Bytes bytes) override {
      const std::scoped_lock lock(all_.mutex_);
      all_.inboxes_[static_cast<std::size_t>(to)].push_back({rank_, std::move(bytes)});
    }
    std::size_t unsent(int) override { return 0; }
    std::optional<cluster::Message> receive() override {
      const std::scoped_lock lock(all_.mutex_);
      auto& inbox = all_.inboxes_[static_cast<std::size_t>(rank_)];
      if (inbox.empty()) return std::nullopt;
      cluster::Message message = std::move(inbox.front());
      inbox.pop_front();
      return message;
    }

   private:
    InProcessCluster& all_;
    const int rank_;
  };

  const int ranks_of_a_machine_;
  std::mutex mutex_;
  std::vector<std::deque<cluster::Message>> inboxes_;  // by rank
  std::vector<std::unique_ptr<Rank>> ranks_;
};

}  // namespace rocada::test
