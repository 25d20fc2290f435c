#include "app/progress_bar.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <utility>

#include "util/process.h"

namespace rocada::app {

namespace {

// "40 s", "12:05 min", "3:12:05 h"
std::string duration_text(double seconds) {
  const auto whole = static_cast<std::int64_t>(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02} h", whole / 3600, whole / 60 % 60, whole % 60);
}

}  // namespace

ProgressBar::ProgressBar(std::string label, std::size_t done_before)
    : label_(std::move(label)), done_before_(done_before), on_terminal_(util::is_terminal(stderr)) {}

ProgressBar::~ProgressBar() {
  if (drawn_) std::fputs("\r\033[K", stderr);
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
  const std::size_t done_now = done - done_before_;
  const double left = done_now == 0 ? 0 : elapsed * static_cast<double>(total - done) / static_cast<double>(done_now);
  const auto filled = static_cast<std::size_t>(share * static_cast<double>(kWidth));
  // A terminal that has gone meanwhile is no reason to end the work, so errors are of no interest.
  const std::string text = fmt::format("\r\033[K{} [{:#<{}}{:.<{}}] {:3.0f}% {} left", label_, "", filled, "",
                                       kWidth - filled, 100 * share, duration_text(left));
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace rocada::app
