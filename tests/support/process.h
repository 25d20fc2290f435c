// Runs the real binary as a user would, and keeps what it says.
#pragma once

#include <string>
#include <vector>

namespace rocada::test {

struct Finished {
  int status = -1;  // exit status; 128 + signal where it was killed
  std::string out;
  std::string error;
};

// The binary under test with these arguments, `input` on its standard input.
Finished run_rocada(const std::vector<std::string>& arguments, const std::string& input = "");

}  // namespace rocada::test
