// GameSource: the games of a PGN file for an analysis, one at a time, with what is wrong about them.
//
// Holds one game. Not for use from several threads at once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>

#include "game/pgn_game.h"
#include "game/pgn_reader.h"
#include "util/result.h"

namespace rocada::analysis {

// A game, a problem, or both: then the game ends where the problem begins, and its last comment says so.
struct SourceItem {
  std::optional<game::PgnGame> game;
  std::string problem;
};

class GameSource {
 public:
  // The error says why the file cannot be read.
  static util::Result<GameSource> open(const std::filesystem::path& path);

  // Nothing at the end of the file.
  std::optional<SourceItem> next();

 private:
  explicit GameSource(std::unique_ptr<std::ifstream> file)
      : file_(std::move(file)), reader_(std::make_unique<game::PgnReader>(*file_)) {}

  std::unique_ptr<std::ifstream> file_;
  std::unique_ptr<game::PgnReader> reader_;
};

// "12345 bytes, fingerprint 0123456789abcdef": the same for the same content only.
util::Result<std::string> content_id(const std::filesystem::path& path);

}  // namespace rocada::analysis
