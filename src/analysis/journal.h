// Journal: the results of a run so far, beside the file that will come of them. What makes a run go on after a kill.
//
// A text file. Its first lines say which run it belongs to; then each part of a game that is done is one line with a
// checksum, in the order in which they were done. Lines are handed to the system as soon as there is one, so only the
// system's own end, not the program's, can lose any: the last two seconds at most. A line that is not whole, and all
// after it, is cut when the journal is opened. Held by one process at a time. Not for use from several threads at once.
#pragma once

#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/game_analysis.h"
#include "util/file.h"
#include "util/result.h"

namespace rocada::analysis {

// A stretch of one game's positions; both are counted from 0.
struct PartId {
  std::uint32_t game = 0;
  std::uint32_t part = 0;

  friend auto operator<=>(const PartId&, const PartId&) = default;
};

struct Part {
  PartId id;
  std::vector<FoundLines> positions;

  friend bool operator==(const Part&, const Part&) = default;
};

// One line of the journal, with its end.
std::string to_journal_line(const Part& part);
// Reads a line, with or without its end; nothing where it is damaged.
std::optional<Part> parse_journal_line(std::string_view line);

// Facts that decide the results, by name: {"limit", "100000 nodes"}. Neither holds a line break or a colon.
using RunIdentity = std::vector<std::pair<std::string, std::string>>;

enum class OtherRuns { Refuse, Replace };

class Journal {
 public:
  // Opens the journal, or begins one. The error says what stands in the way: another run's journal unless it may be
  // replaced, another process, the system.
  static util::Result<Journal> open(const std::filesystem::path& path, const RunIdentity& identity, OtherRuns others);
  Journal(Journal&&) = default;
  Journal& operator=(Journal&&) = delete;
  ~Journal();

  // Was this part there when the journal was opened?
  bool held_before(PartId id) const;
  std::uint64_t positions_before() const { return positions_before_; }

  util::Result<util::Done> add(const Part& part);
  // Any part that is held.
  util::Result<Part> read(PartId id) const;

  // The run's results are complete, and from now on its output files may be there.
  util::Result<util::Done> mark_outputs_begun();
  bool outputs_begun() const { return outputs_begun_; }
  // The work is done and the journal goes.
  void remove();

 private:
  struct Entry {
    PartId id;
    std::uint64_t offset;
  };

  Journal(std::filesystem::path path, util::File file) : path_(std::move(path)), file_(std::move(file)) {}
  util::Result<util::Done> begin(const std::string& header);
  util::Result<util::Done> load(std::uint64_t first_line);
  util::Result<util::Done> append(std::string_view text);
  util::Error failure(std::string_view what) const;

  std::filesystem::path path_;
  util::File file_;
  std::uint64_t size_ = 0;
  std::vector<Entry> before_;  // sorted
  std::vector<Entry> added_;
  std::uint64_t positions_before_ = 0;
  bool outputs_begun_ = false;
  std::chrono::steady_clock::time_point last_sync_ = std::chrono::steady_clock::now();
};

}  // namespace rocada::analysis
