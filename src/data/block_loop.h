// The blocks of a game file, worked on by several threads and handed on in the file's order: how every reader of whole
// files goes through them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "data/game_file.h"
#include "util/parallel.h"
#include "util/result.h"

namespace rocada::data {

inline constexpr int kMostThreads = 1024;

// Told now and then how much of a file has been gone through.
using BytesProgress = std::function<void(std::uint64_t done, std::uint64_t all)>;

// For each block of the file: work(block), a Result of anything, on any thread; then use(that result), in order, on the
// caller's. A block that cannot be read comes to use() as an error, too. Ends early when use() returns false.
template <typename Work, typename Use>
void for_each_block(GameFileReader& reader, int threads, Work&& work, Use&& use) {
  using Outcome = std::invoke_result_t<Work, const Block&>;
  struct Item {
    Block block{};
    std::optional<Outcome> outcome{};  // known from the start where the block cannot be read
  };
  // A few blocks for each thread, so that none waits long for the last.
  const std::size_t batch_size = static_cast<std::size_t>(threads) * 4;
  while (true) {
    std::vector<Item> batch;
    while (batch.size() < batch_size) {
      auto block = reader.next();
      if (!block) {
        batch.emplace_back().outcome.emplace(block.error());
      } else if (*block) {
        batch.emplace_back().block = **std::move(block);
      } else {
        break;
      }
    }
    if (batch.empty()) return;
    util::for_each_in_parallel(batch.size(), threads, [&](std::size_t i) {
      Item& item = batch[i];
      if (!item.outcome) item.outcome = work(item.block);
    });
    for (Item& item : batch) {
      if (!use(*std::move(item.outcome))) return;
    }
  }
}

}  // namespace rocada::data
