#include "book/move_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <queue>

#include "util/file.h"

namespace rocada::book {

using util::Done;
using util::Error;
using util::Result;

namespace {

Error no_temporary_file() { return Error{fmt::format("cannot write a temporary file: {}", std::strerror(errno))}; }

void add_to(MoveCount& sum, const MoveCount& count) {
  sum.games += count.games;
  sum.points += count.points;
}

}  // namespace

// Counts in order, read back from a temporary file piece by piece.
class MoveCounts::Run {
 public:
  explicit Run(TemporaryFile file) : file_(std::move(file)) {
    std::rewind(file_.get());
    advance();
  }
  // Of counts that were never in a file.
  explicit Run(std::vector<MoveCount> counts) : piece_(std::move(counts)) {}

  bool at_end() const { return next_ == piece_.size(); }
  const MoveCount& front() const { return piece_[next_]; }
  void pop() {
    if (++next_ == piece_.size()) advance();
  }
  bool failed() const { return file_ && std::ferror(file_.get()) != 0; }

 private:
  void advance() {
    constexpr std::size_t kPiece = 4096;
    if (!file_) return;
    piece_.resize(kPiece);
    piece_.resize(std::fread(piece_.data(), sizeof(MoveCount), kPiece, file_.get()));
    next_ = 0;
  }

  TemporaryFile file_;
  std::vector<MoveCount> piece_;
  std::size_t next_ = 0;
};

MoveCounts::MoveCounts(std::size_t room) : room_(std::max<std::size_t>(room, 1)) {}

Result<Done> MoveCounts::add(const MoveCount& count) {
  held_.push_back(count);
  if (held_.size() < room_) return Done{};
  merge_held();
  // Where much was said twice, there is room again.
  return held_.size() > room_ / 2 ? put_aside() : Done{};
}

void MoveCounts::merge_held() {
  std::ranges::sort(held_, [](const MoveCount& a, const MoveCount& b) { return a.comes_before(b); });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < held_.size(); ++i) {
    if (kept > 0 && held_[kept - 1].is_of_same_move(held_[i])) {
      add_to(held_[kept - 1], held_[i]);
    } else {
      held_[kept++] = held_[i];
    }
  }
  held_.resize(kept);
}

Result<Done> MoveCounts::put_aside() {
  TemporaryFile file(util::create_temporary_stream());
  if (!file) return no_temporary_file();
  const std::size_t written = std::fwrite(held_.data(), sizeof(MoveCount), held_.size(), file.get());
  if (written != held_.size() || std::fflush(file.get()) != 0) return no_temporary_file();
  files_.push_back(std::move(file));
  held_.clear();
  return Done{};
}

Result<Done> MoveCounts::for_each(const std::function<void(const MoveCount&)>& use) {
  merge_held();
  std::vector<Run> runs;
  runs.emplace_back(std::exchange(held_, {}));
  for (TemporaryFile& file : files_) runs.emplace_back(std::move(file));
  files_.clear();

  const auto later = [&](std::size_t a, std::size_t b) { return runs[b].front().comes_before(runs[a].front()); };
  std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(later)> next(later);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!runs[i].at_end()) next.push(i);
  }
  MoveCount sum;
  while (!next.empty()) {
    Run& run = runs[next.top()];
    const std::size_t index = next.top();
    next.pop();
    if (sum.games > 0 && !sum.is_of_same_move(run.front())) {
      use(sum);
      sum = {};
    }
    sum.key = run.front().key;
    sum.move = run.front().move;
    add_to(sum, run.front());
    run.pop();
    if (!run.at_end()) next.push(index);
  }
  if (sum.games > 0) use(sum);
  if (std::ranges::any_of(runs, &Run::failed)) return Error{"cannot read a temporary file"};
  return Done{};
}

}  // namespace rocada::book
