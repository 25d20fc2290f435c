#include "app/progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace rocada::app {

ProgressBar::ProgressBar(std::string label) : label_(std::move(label)), on_terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
  if (drawn_) fmt::print(stderr, "\r\033[K");
}

void ProgressBar::show(std::size_t done, std::size_t total) {
  constexpr auto kBetweenDrawings = std::chrono::milliseconds(100);
  constexpr std::size_t kWidth = 30;
  const auto now = Clock::now();
  if (!on_terminal_ || total == 0 || now - last_drawn_ < kBetweenDrawings) return;
  last_drawn_ = now;
  drawn_ = true;
  const double share = static_cast<double>(done) / static_cast<double>(total);
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const double left = done == 0 ? 0 : elapsed * (1 - share) / share;
  const auto filled = static_cast<std::size_t>(share * static_cast<double>(kWidth));
  fmt::print(stderr, "\r\033[K{} [{:#<{}}{:.<{}}] {:3.0f}% {:.0f} s left", label_, "", filled, "", kWidth - filled,
             100 * share, left);
  std::fflush(stderr);
}

}  // namespace rocada::app
