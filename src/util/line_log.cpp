#include "util/line_log.h"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <ctime>
#include <system_error>
#include <utility>

#include "util/process.h"

namespace rocada::util {

namespace {

std::string time_of_day() {
  using std::chrono::milliseconds;
  const auto now = std::chrono::system_clock::now();
  const auto passed = std::chrono::duration_cast<milliseconds>(now.time_since_epoch()) % std::chrono::seconds(1);
  const std::tm local = local_time(std::chrono::system_clock::to_time_t(now));
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}.{:03}", local.tm_year + 1900, local.tm_mon + 1, local.tm_mday,
                     local.tm_hour, local.tm_min, local.tm_sec, passed.count());
}

Error failure(const std::string& path) {
  return {fmt::format("cannot write to {}: {}", path, std::generic_category().message(errno))};
}

}  // namespace

Result<Done> LineLog::open(const std::string& path) {
  File file = File::open_to_append(path_of(path));
  if (!file.is_open()) return failure(path);
  path_ = path;
  file_ = std::move(file);
  return Done{};
}

Result<Done> LineLog::write(std::string_view mark, std::string_view line) {
  if (!is_open()) return Done{};
  if (file_.append(fmt::format("{} {} {}\n", time_of_day(), mark, line))) return Done{};
  const Error error = failure(path_);
  close();
  return error;
}

}  // namespace rocada::util
