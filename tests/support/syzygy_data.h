// The public 3- and 4-men tables and the positions that go with them, where they stand beside the project.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "chess/fen.h"
#include "chess/position.h"

namespace rocada::test {

inline const std::filesystem::path kSyzygyData = ROCADA_SHARED_DATA_DIR "/syzygy";
inline const std::filesystem::path kSyzygyTables = kSyzygyData / "tables";

#define ROCADA_NEEDS_SYZYGY_TABLES()                                       \
  if (!std::filesystem::exists(rocada::test::kSyzygyTables)) {             \
    GTEST_SKIP() << "no Syzygy tables in " << rocada::test::kSyzygyTables; \
  }

struct KnownPosition {
  chess::Position position;
  int wdl;  // 2 win, 1 cursed win, 0 draw, -1 blessed loss, -2 loss
  int dtz;
};

// Lines of "FEN wdl N; dtz N;".
inline std::vector<KnownPosition> known_positions() {
  std::vector<KnownPosition> positions;
  std::ifstream file(kSyzygyData / "syzygy_probe_34.epd");
  for (std::string line; std::getline(file, line);) {
    const std::size_t operations = line.find(" wdl ");
    int wdl = 0;
    int dtz = 0;
    if (operations == std::string::npos ||
        std::sscanf(line.c_str() + operations, " wdl %d; dtz %d;", &wdl, &dtz) != 2) {
      ADD_FAILURE() << line;
      continue;
    }
    positions.push_back({chess::parse_fen(line.substr(0, operations)).value(), wdl, dtz});
  }
  return positions;
}

// A new directory for one test, with a blank in its name; removed at the end.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "rocada test XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~TemporaryDirectory() { std::filesystem::remove_all(path_); }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }
  // The files with results of all tables, without those with distances.
  void link_results() const {
    for (const auto& file : std::filesystem::directory_iterator(kSyzygyTables)) {
      if (file.path().extension() == ".rtbw") {
        std::filesystem::create_symlink(file.path(), path_ / file.path().filename());
      }
    }
  }
  // Both files of one table.
  void link_table(const std::string& name) const {
    for (const char* extension : {".rtbw", ".rtbz"}) {
      std::filesystem::create_symlink(kSyzygyTables / (name + extension), path_ / (name + extension));
    }
  }

 private:
  std::filesystem::path path_;
};

}  // namespace rocada::test
