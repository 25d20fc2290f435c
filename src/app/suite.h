// Test suites: EPD files of positions with what an engine should find in them.
//
// A line may ask for several things, and all of them must hold:
//
//   bm Nf3 d4;              one of these moves
//   am Qxb2;                none of these moves
//   dm 3; or bm #3;         a mate in at most so many moves
//   dm -3; or bm #-3;       being mated in just so many
//
// Besides, it may give points for moves, as the STS suites do: numbers in c8 for the moves in c9 (or c7), or both as
// c0 "c5=10, Qd4+=4". Where it gives nothing but points, the moves with the most of them are the best.
// All types are values.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "eval/score.h"
#include "game/epd.h"
#include "util/result.h"

namespace rocada::app {

struct MovePoints {
  chess::Move move;
  int points = 0;
};

// What one line asks for.
struct SuiteTask {
  std::vector<chess::Move> best;  // empty: any move will do
  std::vector<chess::Move> avoid;
  std::optional<int> mate;         // in how many moves; negative for being mated, never 0
  std::vector<MovePoints> points;  // empty: this line gives none

  // `score` is the engine's, from the side to move's point of view.
  bool is_solved_by(chess::Move move, eval::Score score) const;
  int points_for(chess::Move move) const;
  int most_points() const;
};

// The error says which operation is wrong and why.
util::Result<SuiteTask> parse_suite_task(const game::EpdRecord& record);
// "Nd5 a4, not Qc2, mate in 5": without the points.
std::string to_text(const SuiteTask& task, const chess::Position& position);

struct SuitePosition {
  long line = 0;   // in the file, from 1
  std::string id;  // may be empty
  chess::Position position;
  SuiteTask task;
};

struct Suite {
  std::vector<SuitePosition> positions;
  std::vector<std::string> skipped;  // for each line that cannot be used, its number and the reason
};

// Reads to the end of the input, or to where it fails.
Suite parse_suite(std::istream& input, chess::Variant variant);
// The error names the file and says why it cannot be read.
util::Result<Suite> read_suite(const std::string& path, chess::Variant variant);

}  // namespace rocada::app
