// TableMemory: where the entries of a transposition table lie: in this process alone, unless somebody gives it another
// place.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace rocada::search {

class TableMemory {
 public:
  virtual ~TableMemory() = default;
  // Zeros at first, aligned to cache lines.
  virtual void* data() const = 0;
  // Zeros again, unless others see to that. False where the table has to write them itself.
  virtual bool renew() = 0;
};

// Null where so much cannot be had.
using AllocateTable = std::function<std::unique_ptr<TableMemory>(std::size_t bytes)>;

}  // namespace rocada::search
