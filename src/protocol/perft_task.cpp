#include "protocol/perft_task.h"

#include <fmt/format.h>

#include <chrono>

#include "search/instruction_level.h"
#include "util/strings.h"

namespace rocada::protocol {

namespace {

using std::chrono_literals::operator""ms;

constexpr auto kSlice = 5ms;
// What is counted in one go: a moment even with 200 moves in every position.
constexpr int kPliesAtOnce = 3;

}  // namespace

util::Result<PerftTask> PerftTask::create(const chess::Position& position, std::string_view depth,
                                          chess::CastlingText castling) {
  const auto plies = util::parse_integer<int>(depth);
  if (!plies || *plies < 1 || *plies > kDeepest) {
    return util::Error{fmt::format("perft needs a depth from 1 to {}", kDeepest)};
  }
  return PerftTask(position, *plies, castling);
}

PerftTask::PerftTask(const chess::Position& position, int plies, chess::CastlingText castling)
    : plies_(plies), castling_(castling) {
  enter(position);
}

void PerftTask::go_on(Output& output) {
  const auto end = std::chrono::steady_clock::now() + kSlice;
  do {
    count_next(output);
  } while (!is_done() && std::chrono::steady_clock::now() < end);
}

// One step of the walk: a position to count, to enter, or to leave.
void PerftTask::count_next(Output& output) {
  Step& step = path_.back();
  if (step.next < step.moves.size()) {
    chess::Position child = step.position;
    child.make(step.moves[step.next++]);
    const int plies_left = plies_ - static_cast<int>(path_.size());
    if (plies_left > kPliesAtOnce) return enter(child);
    of_first_move_ += search::chosen_instruction_level().perft(child, plies_left, nullptr);
  } else {
    path_.pop_back();
    if (path_.empty()) return output.line(fmt::format("Nodes searched: {}", total_));
  }
  if (path_.size() > 1) return;
  const Step& root = path_.front();
  output.line(fmt::format("{}: {}", chess::to_coordinates(root.moves[root.next - 1], castling_), of_first_move_));
  total_ += of_first_move_;
  of_first_move_ = 0;
}

void PerftTask::enter(const chess::Position& position) { path_.push_back({position, chess::legal_moves(position)}); }

}  // namespace rocada::protocol
