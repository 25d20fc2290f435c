#include "util/line_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <ctime>
#include <system_error>

namespace rocada::util {

namespace {

std::string time_of_day() {
  using std::chrono::milliseconds;
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto passed = std::chrono::duration_cast<milliseconds>(now.time_since_epoch()) % std::chrono::seconds(1);
  std::tm local{};
  localtime_r(&seconds, &local);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}.{:03}", local.tm_year + 1900, local.tm_mon + 1, local.tm_mday,
                     local.tm_hour, local.tm_min, local.tm_sec, passed.count());
}

Error failure(const std::string& path) {
  return {fmt::format("cannot write to {}: {}", path, std::generic_category().message(errno))};
}

}  // namespace

Result<Done> LineLog::open(const std::string& path) {
  // A pipe that nobody reads is refused, and not waited for.
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
  if (file < 0) return failure(path);
  close();
  path_ = path;
  file_ = file;
  return Done{};
}

void LineLog::close() {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
}

Result<Done> LineLog::write(std::string_view mark, std::string_view line) {
  if (!is_open()) return Done{};
  const std::string whole = fmt::format("{} {} {}\n", time_of_day(), mark, line);
  std::string_view rest = whole;
  while (!rest.empty()) {
    const ssize_t written = ::write(file_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const Error error = failure(path_);
      close();
      return error;
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  return Done{};
}

}  // namespace rocada::util
