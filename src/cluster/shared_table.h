// SharedTable: one hash table for all ranks of a machine. The first of them makes it, the others use it. That they can
// is known before (Transport::find_neighbours); until they have heard where it is, each has one of its own.
#pragma once

#include <optional>
#include <vector>

#include "cluster/message.h"
#include "cluster/post.h"
#include "engine/engine.h"
#include "util/shared_memory.h"

namespace rocada::cluster {

class SharedTable {
 public:
  // Both must outlive it; the engine must not be searching, and nobody may resize its table after this has ended.
  SharedTable(engine::Engine& engine, Post& post);
  SharedTable(const SharedTable&) = delete;
  SharedTable& operator=(const SharedTable&) = delete;

  // Of the first rank, whenever the table may have another place: tells the others. On the thread that resizes it.
  void tell();
  // Of the others: what they are told.
  void hear(const Message& message);
  // From now on with the table they were told of, unless there is a search. Where it is not there any more, the first
  // rank has made another one since, and the news is on its way.
  void use_what_was_heard();

 private:
  engine::Engine& engine_;
  Post& post_;
  std::vector<int> guests_{};          // the ranks that use this one's table
  util::SharedMemory::Place place_{};  // the last one that this rank's table was made at
  util::SharedMemory::Place told_{};
  std::optional<util::SharedMemory::Place> heard_{};
};

}  // namespace rocada::cluster
