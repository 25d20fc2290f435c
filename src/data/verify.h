// Verifying: every game of a file replayed through the rules.
//
// Looked for: damaged blocks, impossible positions, illegal moves, games that go on after their end, results that the
// end on the board contradicts, and numbers that come twice.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "data/block_loop.h"
#include "util/result.h"

namespace rocada::data {

struct VerifySummary {
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  std::uint64_t problems = 0;
  std::uint64_t unfinished_bytes = 0;  // of a last block, left by a run that was killed: no problem
};

// Each problem is a sentence that names block or game. Called one at a time, on the caller's thread.
using ProblemReport = std::function<void(const std::string& problem)>;

// The error is for a file that cannot be read at all.
util::Result<VerifySummary> verify(const std::string& file, int threads, const ProblemReport& report,
                                   const BytesProgress& progress);

}  // namespace rocada::data
