// Alone: a cluster of one, for a program that nobody has started as one of several.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "cluster/transport.h"

namespace rocada::cluster {

class Alone final : public Transport {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  std::string host() const override { return "this machine"; }
  int first_beside(int rank) const override { return rank; }
  void send(int, Bytes) override {}
  std::size_t unsent(int) override { return 0; }
  std::optional<Message> receive() override { return std::nullopt; }
};

}  // namespace rocada::cluster
