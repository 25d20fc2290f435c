#include "cluster/shared_table.h"

#include <cstddef>
#include <memory>
#include <utility>

#include "search/table_memory.h"
#include "util/huge_pages.h"

namespace rocada::cluster {

namespace {

using util::SharedMemory;

// `is_host`: its contents are this rank's business.
class SharedTableMemory final : public search::TableMemory {
 public:
  SharedTableMemory(std::unique_ptr<SharedMemory> memory, bool is_host)
      : memory_(std::move(memory)), is_host_(is_host) {}
  void* data() const override { return memory_->data(); }
  bool renew() override { return !is_host_ || memory_->renew(); }

 private:
  const std::unique_ptr<SharedMemory> memory_;
  const bool is_host_;
};

}  // namespace

SharedTable::SharedTable(engine::Engine& engine, Post& post) : engine_(engine), post_(post) {
  for (int rank = 0; rank < post.size(); ++rank) {
    if (rank != post.rank() && post.first_beside(rank) == post.rank()) guests_.push_back(rank);
  }
  if (guests_.empty()) return;
  const bool is_shared = engine.table().allocate_by([this](std::size_t bytes) -> std::unique_ptr<search::TableMemory> {
    if (!util::fits_in_memory(bytes)) return nullptr;
    auto made = SharedMemory::make(bytes);
    if (!made) return nullptr;
    place_ = (*made)->place();
    return std::make_unique<SharedTableMemory>(*std::move(made), true);
  });
  // Without the memory for it the others go on with theirs.
  if (is_shared) tell();
}

void SharedTable::tell() {
  if (place_ == told_) return;
  told_ = place_;
  for (const int guest : guests_) post_.send(guest, to_bytes(place_));
}

void SharedTable::hear(const Message& message) {
  heard_ = table_place_in(message);
  use_what_was_heard();
}

void SharedTable::use_what_was_heard() {
  // Of another size: the option that makes this rank's the same is still on its way.
  if (!heard_ || engine_.is_searching() || heard_->bytes != engine_.table().bytes()) return;
  auto used = SharedMemory::use(*heard_);
  if (!used) return;
  heard_.reset();
  engine_.table().use(std::make_unique<SharedTableMemory>(*std::move(used), false));
}

}  // namespace rocada::cluster
