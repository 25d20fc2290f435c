// Transport: the way between the processes of a cluster, or between the threads of a test. Messages are bytes; those
// from one to another arrive whole and in order.
//
// Processes are numbered by rank from 0. Everything but rank(), size() and first_beside() is called from one thread,
// the one that made the transport.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "util/bytes.h"

namespace rocada::cluster {

using util::Bytes;
using util::ByteView;

struct Message {
  int from = 0;
  Bytes bytes{};
};

class Transport {
 public:
  virtual ~Transport() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  // Of this machine, for people.
  virtual std::string host() const = 0;
  // Which ranks can share memory, as those of one machine do. All ranks ask for it together, once they know that they
  // run the same program.
  virtual void find_neighbours() {}
  // The lowest of those that share memory with that one.
  virtual int first_beside(int rank) const = 0;

  // Returns at once; the message goes on its way here and in later calls.
  virtual void send(int to, Bytes bytes) = 0;
  // Messages for that rank that have not left yet.
  virtual std::size_t unsent(int to) = 0;
  // The next message, if one is there.
  virtual std::optional<Message> receive() = 0;
};

}  // namespace rocada::cluster
