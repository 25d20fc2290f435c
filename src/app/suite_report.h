// What comes out of a test suite, for people and for programs.
#pragma once

#include <string>
#include <vector>

#include "app/suite.h"
#include "app/suite_runner.h"
#include "search/limits.h"

namespace rocada::app {

struct SuiteRun {
  std::string file;
  search::Limits limits;
  Suite suite;
  std::vector<SuiteAnswer> answers;  // one for each position of the suite
};

// A table of what was missed, then the totals.
std::string to_text(const SuiteRun& run);
// All positions and the totals, as one JSON object on one line.
std::string to_json(const SuiteRun& run);

}  // namespace rocada::app
