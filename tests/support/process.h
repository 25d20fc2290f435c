// Runs the real binary as a user would, and keeps what it says.
#pragma once

#include <chrono>
#include <optional>
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

// The binary under test, talked to line by line over pipes. Killed when the object goes.
class RunningEngine {
 public:
  explicit RunningEngine(const std::vector<std::string>& arguments = {});
  ~RunningEngine();
  RunningEngine(const RunningEngine&) = delete;
  RunningEngine& operator=(const RunningEngine&) = delete;

  void send(const std::string& lines);  // one or more, each without its line end at the last
  void close_input();
  void signal(int number);
  // The first line that begins so, or "" where none comes in time; all lines passed over are in `seen`.
  std::string await(const std::string& beginning, std::chrono::milliseconds patience = std::chrono::seconds(20));
  // The exit status once it has ended, or nothing where it has not in time.
  std::optional<int> await_end(std::chrono::milliseconds patience = std::chrono::seconds(20));
  // Processor time used so far.
  std::chrono::milliseconds processor_time() const;

  std::vector<std::string> seen;

 private:
  int process_ = -1;
  int input_ = -1;
  int output_ = -1;
  std::string pending_;
};

}  // namespace rocada::test
