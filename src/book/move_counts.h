// MoveCounts: how often each move was played in each position and how well it did, for any number of games.
//
// Takes a bounded amount of memory: when its room is full, the counts go into a temporary file, in order, and all are
// brought together at the end. For one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <vector>

#include "book/polyglot.h"
#include "util/result.h"

namespace rocada::book {

struct MoveCount {
  PolyglotKey key = 0;
  std::uint16_t move = 0;  // as in the book
  std::uint32_t games = 0;
  std::uint32_t points = 0;  // of the side that moved: 2 for a win, 1 for a draw

  bool is_of_same_move(const MoveCount& other) const { return key == other.key && move == other.move; }
  bool comes_before(const MoveCount& other) const { return key != other.key ? key < other.key : move < other.move; }
};

class MoveCounts {
 public:
  // `room` is how many counts are held in memory.
  explicit MoveCounts(std::size_t room);

  util::Result<util::Done> add(const MoveCount& count);
  // Calls use() for every move of every position, by key and then by move, and is empty after that.
  util::Result<util::Done> for_each(const std::function<void(const MoveCount&)>& use);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using TemporaryFile = std::unique_ptr<std::FILE, Close>;
  class Run;

  void merge_held();
  util::Result<util::Done> put_aside();

  const std::size_t room_;
  std::vector<MoveCount> held_;
  std::vector<TemporaryFile> files_;
};

}  // namespace rocada::book
