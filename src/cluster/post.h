// Post: the one thread of a rank that talks to the others. Any thread may hand it a message; what arrives is handled on
// its own.
//
// It polls, since an MPI that waits keeps a whole core busy: every millisecond while something is going on, less often
// when nothing has for a while. A message to be sent wakes it at once.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "cluster/message.h"
#include "cluster/transport.h"

namespace rocada::cluster {

class Post {
 public:
  explicit Post(Transport& transport) : transport_(transport) {}
  Post(const Post&) = delete;
  Post& operator=(const Post&) = delete;

  int rank() const { return transport_.rank(); }
  int size() const { return transport_.size(); }
  int first_beside(int rank) const { return transport_.first_beside(rank); }

  // From any thread.
  void send(int to, Bytes bytes);
  void send_to_others(const Bytes& bytes);
  // run() returns once all that was handed over before has left, or after a while where it cannot.
  void end();

  // On the transport's thread, until end(). `handle` is told of each message, and `turn` called between them; it says
  // whether something is going on that should not wait long.
  void run(const std::function<void(const Message&)>& handle, const std::function<bool()>& turn);

  // On the transport's thread.
  std::size_t unsent(int to) { return transport_.unsent(to); }
  std::string host() const { return transport_.host(); }
  // Messages and bytes so far.
  const Traffic& traffic() const { return traffic_; }

 private:
  bool send_what_waits();
  bool everything_has_left();

  Transport& transport_;
  Traffic traffic_;
  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::deque<std::pair<int, Bytes>> waiting_;
  std::optional<std::chrono::steady_clock::time_point> ending_since_;
};

}  // namespace rocada::cluster
