// How much of a deep search's verdicts, or of the results of games, the static evaluation explains.
//
// The evaluation as it is shown, in pawns, and the label, in centipawns of a search, both become expected results. The
// first is scaled as suits it best, so that only what it knows counts and not in which units it says so.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.h"
#include "chess/variant.h"
#include "eval/nnue/network.h"
#include "util/result.h"

namespace rocada::app {

enum class JudgeAgainst : bool { Search, Results };

struct LabelledPosition {
  chess::Position position;
  double expected = 0;  // the result for the side to move, from 0 to 1
};

// A line `FEN<tab>cp N<tab>result`: the label is the side to move's, or `mate N`; the result is White's. Nothing where
// there is nothing to learn: the side to move is in check, or the label says that all is over anyway.
util::Result<std::optional<LabelledPosition>> parse_labelled(std::string_view line, chess::Variant variant,
                                                             JudgeAgainst against);

// What the evaluation says, and what it should have.
struct Verdict {
  double pawns = 0;
  double expected = 0;
};

struct Grade {
  double explained = 0;  // share of the labels' variance, up to 1 (R squared)
  double error = 0;      // root mean square, of expected results
  double rank_correlation = 0;
  double scale = 0;  // of a pawn: the logarithm of the odds that it stands for
};

// There must be two or more, and not all may expect the same.
Grade grade_of(std::span<const Verdict> verdicts);

// Of positions with so many pieces, kings and pawns included.
struct RangeGrade {
  int fewest = 0;
  int most = 0;
  Grade grade;
  std::size_t positions = 0;
};

struct FileGrade {
  Grade grade;
  std::size_t positions = 0;
  std::vector<RangeGrade> by_pieces;  // the most pieces first; ranges with nothing to judge by are left out
};

// Of all lines of a file; the error names the line.
util::Result<FileGrade> judge_file(const std::string& path, chess::Variant variant, JudgeAgainst against,
                                   const eval::nnue::SharedNetwork& network);

}  // namespace rocada::app
