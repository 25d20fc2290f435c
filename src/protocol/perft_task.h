// PerftTask: the answer to `perft`, in UCI and the console alike, counted in slices of some milliseconds.
//
// A count may take hours, and whoever has asked for it may still want to stop it, to quit, or to know that we are
// there. So it shares the protocol's thread with the lines that come in: after each slice they have their turn.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/position.h"
#include "protocol/output.h"
#include "util/result.h"

namespace rocada::protocol {

class PerftTask {
 public:
  static constexpr int kDeepest = 20;

  // `depth` is a number of plies from 1 to kDeepest, as text; the error says so.
  static util::Result<PerftTask> create(const chess::Position& position, std::string_view depth,
                                        chess::CastlingText castling);

  // Counts one slice, and prints the count of each first move that is known by then, at the end the sum.
  void go_on(Output& output);
  bool is_done() const { return path_.empty(); }

 private:
  // A position on the way from the root to what is counted next, and how far its moves have been taken.
  struct Step {
    chess::Position position;
    chess::MoveList moves;
    std::size_t next = 0;
  };

  PerftTask(const chess::Position& position, int plies, chess::CastlingText castling);
  void count_next(Output& output);
  void enter(const chess::Position& position);

  const int plies_;
  const chess::CastlingText castling_;
  std::vector<Step> path_;
  std::uint64_t of_first_move_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace rocada::protocol
