// A progress bar on standard error, drawn only where that is a terminal.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace rocada::app {

class ProgressBar {
 public:
  explicit ProgressBar(std::string label);
  ~ProgressBar();  // wipes the line
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(std::size_t done, std::size_t total);

 private:
  using Clock = std::chrono::steady_clock;

  std::string label_;
  bool on_terminal_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_drawn_ = start_;
};

}  // namespace rocada::app
