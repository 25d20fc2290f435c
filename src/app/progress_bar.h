// A progress bar on standard error, drawn only where that is a terminal.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace rocada::app {

class ProgressBar {
 public:
  // `done_before` is what earlier runs did: it says nothing about how long the rest takes.
  explicit ProgressBar(std::string label, std::size_t done_before = 0);
  ~ProgressBar();  // wipes the line
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(std::size_t done, std::size_t total);

 private:
  using Clock = std::chrono::steady_clock;

  std::string label_;
  std::size_t done_before_;
  bool on_terminal_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_drawn_ = start_;
};

}  // namespace rocada::app
