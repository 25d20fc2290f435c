#include "app/game_file.h"

#include <cerrno>
#include <fstream>
#include <system_error>

namespace rocada::app {

namespace {

util::Error system_error() { return util::Error{std::generic_category().message(errno)}; }

}  // namespace

util::Result<util::Done> GameFile::save(std::string_view pgn) {
  std::error_code none_yet;  // a file that is not there has no size
  std::uintmax_t start = std::filesystem::file_size(path_, none_yet);
  if (none_yet) start = 0;
  if (written_ && written_->end == start) {
    std::error_code failed;
    std::filesystem::resize_file(path_, written_->start, failed);
    if (failed) return util::Error{failed.message()};
    start = written_->start;
  }
  errno = 0;
  std::ofstream file(path_, std::ios::binary | std::ios::app);
  if (!file) return system_error();
  const std::string_view separator = start > 0 ? "\n" : "";  // whoever wrote the last game may not have ended its line
  file << separator << pgn;
  file.close();
  if (!file) return system_error();
  written_ = Written{start, start + separator.size() + pgn.size()};
  return util::Done{};
}

}  // namespace rocada::app
