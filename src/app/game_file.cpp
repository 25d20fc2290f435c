#include "app/game_file.h"

#include <cerrno>
#include <fstream>
#include <system_error>

namespace rocada::app {

using util::Done;
using util::Result;

Result<Done> GameFile::append(std::string_view text) const {
  errno = 0;
  std::ofstream file(path_, std::ios::binary | std::ios::app);
  file << text;
  file.close();
  if (!file) return util::Error{std::generic_category().message(errno)};
  return Done{};
}

Result<Done> GameFile::save(std::string_view pgn) {
  std::error_code none_yet;  // a file that is not there has no size
  const std::uintmax_t size = std::filesystem::file_size(path_, none_yet);
  Written game{none_yet ? 0 : size, {}};
  std::string_view before;
  if (written_ && written_->end() == size) {
    game.start = written_->start;
    before = written_->text;
    std::error_code failed;
    std::filesystem::resize_file(path_, game.start, failed);
    if (failed) return util::Error{failed.message()};
  }
  if (game.start > 0) game.text += '\n';  // whoever wrote the last game may not have ended its line
  game.text += pgn;
  if (const auto done = append(game.text); !done) {
    // The file gets back what it held: there was room for that.
    std::error_code no_file;
    std::filesystem::resize_file(path_, game.start, no_file);
    if (!before.empty()) [[maybe_unused]]
      const auto restored = append(before);
    return done;
  }
  written_ = std::move(game);
  return Done{};
}

}  // namespace rocada::app
