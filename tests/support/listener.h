// An observer that remembers all it is told.
#pragma once

#include <vector>

#include "search/report.h"

namespace rocada::test {

class Listener final : public search::Observer {
 public:
  void line(const search::Line& line) override { lines.push_back(line); }
  void current_move(const search::CurrentMove&) override {}
  void finished(const search::Finished& result) override { results.push_back(result); }

  std::vector<search::Line> lines;
  std::vector<search::Finished> results;
};

}  // namespace rocada::test
