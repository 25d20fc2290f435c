// Farewells: rank 0's list of who has ended in order. Any thread may wait for them.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

#include "cluster/message.h"
#include "cluster/post.h"
#include "util/result.h"

namespace rocada::cluster {

class Farewells {
 public:
  explicit Farewells(Post& post) : post_(post), traffic_(static_cast<std::size_t>(post.size())) {}

  // On the post's thread.
  void note(const Message& message);
  // Tells the other ranks to end. Blocks until all have taken their leave, or for a while; the error says who has not.
  util::Result<util::Done> ask_for();
  // What has passed on that rank, once it has ended.
  Traffic of(std::size_t rank);

 private:
  Post& post_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::optional<Traffic>> traffic_;  // by rank, once it has ended; rank 0 takes leave of nobody
};

}  // namespace rocada::cluster
