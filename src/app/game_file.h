// GameFile: the place of one game in a PGN file.
//
// The game is added at the end of the file, after whatever the file holds. Saved once more, it replaces what it wrote
// before, unless something else has been added to the file since. Where that fails, the file is left as it was.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "util/result.h"

namespace rocada::app {

class GameFile {
 public:
  explicit GameFile(std::filesystem::path path) : path_(std::move(path)) {}

  const std::filesystem::path& path() const { return path_; }
  // The error is the system's reason.
  util::Result<util::Done> save(std::string_view pgn);

 private:
  struct Written {
    std::uintmax_t start;
    std::string text;

    std::uintmax_t end() const { return start + text.size(); }
  };

  util::Result<util::Done> append(std::string_view text) const;

  std::filesystem::path path_;
  std::optional<Written> written_;
};

}  // namespace rocada::app
