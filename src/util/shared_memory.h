// Memory that other processes of the same machine can use too.
//
// It has no name in any file system: whatever becomes of the processes, nothing is left behind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "util/result.h"

namespace rocada::util {

class SharedMemory {
 public:
  // Where other processes find it while the one that made it lives.
  struct Place {
    std::int32_t process = 0;
    std::int32_t file = 0;
    std::uint64_t bytes = 0;

    friend bool operator==(const Place&, const Place&) = default;
  };

  // Zeros, whose pages come when they are touched: there must be memory for them then. The error says what the system
  // lacks.
  static Result<std::unique_ptr<SharedMemory>> make(std::size_t bytes);
  // What another process has made, or this one. It stays as it is even if its maker ends.
  static Result<std::unique_ptr<SharedMemory>> use(const Place& place);
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  ~SharedMemory();

  void* data() const { return data_; }
  const Place& place() const { return place_; }
  // Zeros again, for all who use it.
  bool renew();

 private:
  SharedMemory(void* data, const Place& place) : data_(data), place_(place) {}

  void* data_;
  Place place_;
};

}  // namespace rocada::util
