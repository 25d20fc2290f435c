// The farm: units of work that rank 0 hands out one at a time to whoever is free, so that slow machines get fewer.
//
// Foreman is rank 0's side and Hands the others'. A rank that dies takes the whole job with it (MPI sees to that); what
// was done is safe where rank 0 keeps results.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "cluster/farewells.h"
#include "cluster/message.h"
#include "cluster/post.h"
#include "util/event_queue.h"
#include "util/result.h"
#include "util/shared_work.h"

namespace rocada::cluster {

// begin() and finish() are for the thread that has the work, handle() for the post's.
class Foreman final : public util::Helpers {
 public:
  explicit Foreman(Post& post) : post_(post), farewells_(post) {}

  void begin(util::WorkSource& source) override;
  void finish(util::Outstanding outstanding) override;

  // Ends the other ranks. Blocks until they have taken their leave, or for a while; the error says who has not.
  util::Result<util::Done> dismiss() { return farewells_.ask_for(); }

  void handle(const Message& message);

 private:
  void give(int to);

  Post& post_;
  Farewells farewells_;
  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  util::WorkSource* source_ = nullptr;  // between begin() and finish()
  bool finished_ = false;
  std::optional<util::Error> early_failure_;  // told before begin()
  std::vector<int> asked_before_begin_;
  std::size_t outstanding_ = 0;  // units that are neither back nor dropped
};

// One thread's work: makes a result of a unit, or nothing where it was told to stop.
using DoUnit = std::function<std::optional<std::string>(std::string_view unit)>;
// Made once for each thread, on it. The error says what is missing on this machine.
using MakeHand = std::function<util::Result<DoUnit>(const std::function<bool()>& should_stop)>;

// Made, used and destroyed on the post's thread; the threads it starts work between begin() and the end of the post.
class Hands {
 public:
  Hands(Post& post, int threads, MakeHand make_hand);
  ~Hands();
  Hands(const Hands&) = delete;
  Hands& operator=(const Hands&) = delete;

  void begin();
  // Ends the post when rank 0 says quit.
  void handle(const Message& message);

 private:
  void work();
  void fail(std::string_view why);

  Post& post_;
  const std::string host_;
  const int threads_wanted_;
  const MakeHand make_hand_;
  std::atomic<bool> stopping_{false};
  util::EventQueue<std::optional<std::string>> units_;  // nothing: there are no more
  std::vector<std::thread> threads_;
};

}  // namespace rocada::cluster
