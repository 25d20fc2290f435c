#include "analysis/journal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <span>
#include <system_error>

#include "util/checksum.h"
#include "util/strings.h"

namespace rocada::analysis {

using util::Done;
using util::Error;
using util::Result;

namespace {

constexpr std::string_view kFirstLine = "Rocada analysis journal 1\n";
constexpr std::string_view kOutputsBegun = "outputs begun";
constexpr std::size_t kMoveDigits = 4;
constexpr std::size_t kReadBytes = 1 << 16;
constexpr auto kBetweenSyncs = std::chrono::seconds(2);

// ---------------------------------------------------------------------------------------------------------------------
// Lines

std::string sealed(std::string text) {
  const std::uint64_t checksum = util::fnv1a(text);
  return fmt::format("{} {:016x}\n", text, checksum);
}

// The text before the checksum, where that is right.
std::optional<std::string_view> unsealed(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  const std::size_t space = line.rfind(' ');
  if (space == std::string_view::npos) return std::nullopt;
  const std::string_view text = line.substr(0, space);
  if (line.substr(space + 1) != fmt::format("{:016x}", util::fnv1a(text))) return std::nullopt;
  return text;
}

std::string text_of(const FoundLine& line) {
  std::string text = fmt::format("{},{},", line.score, line.depth);
  for (const chess::Move move : line.moves) text += fmt::format("{:04x}", move.code());
  return text;
}

std::string text_of(const FoundLines& lines) {
  std::string text;
  for (const FoundLine& line : lines) {
    if (!text.empty()) text += '/';
    text += text_of(line);
  }
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  while (true) {
    const std::size_t end = text.find(separator);
    pieces.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
  }
}

std::optional<FoundLine> parse_found_line(std::string_view text) {
  const auto fields = split(text, ',');
  if (fields.size() != 3 || fields[2].size() % kMoveDigits != 0) return std::nullopt;
  const auto score = util::parse_integer<eval::Score>(fields[0]);
  const auto depth = util::parse_integer<int>(fields[1]);
  if (!score || !depth) return std::nullopt;
  FoundLine line{*score, *depth, {}};
  for (std::size_t at = 0; at < fields[2].size(); at += kMoveDigits) {
    const char* const digits = fields[2].data() + at;
    std::uint16_t code = 0;
    if (std::from_chars(digits, digits + kMoveDigits, code, 16).ptr != digits + kMoveDigits) return std::nullopt;
    line.moves.push_back(chess::Move::from_code(code));
  }
  return line;
}

std::optional<FoundLines> parse_found_lines(std::string_view text) {
  FoundLines lines;
  for (const std::string_view piece : split(text, '/')) {
    auto line = parse_found_line(piece);
    if (!line) return std::nullopt;
    lines.push_back(*std::move(line));
  }
  return lines;
}

// ---------------------------------------------------------------------------------------------------------------------
// The header

std::string header_of(const RunIdentity& identity) {
  std::string header(kFirstLine);
  for (const auto& [name, value] : identity) header += fmt::format("{}: {}\n", name, value);
  return header + '\n';
}

// The first fact that differs, as a sentence.
std::string difference(std::string_view header, const RunIdentity& identity) {
  for (const auto& [name, value] : identity) {
    const std::string label = fmt::format("\n{}: ", name);
    const std::size_t begin = header.find(label);
    if (begin == std::string_view::npos) return fmt::format("it says nothing of its {}", name);
    const std::string_view rest = header.substr(begin + label.size());
    const std::string_view theirs = rest.substr(0, rest.find('\n'));
    if (theirs != value) return fmt::format("its {} is {}, not {}", name, util::printable(theirs), value);
  }
  return "it knows more than this version";
}

// ---------------------------------------------------------------------------------------------------------------------
// The system

bool write_text(const util::File& file, std::string_view text, std::uint64_t offset) {
  return file.write_at(offset, std::as_bytes(std::span(text.data(), text.size())));
}

// Lines of a file from some byte on, one at a time.
class LineReader {
 public:
  LineReader(const util::File& file, std::uint64_t offset) : file_(file), offset_(offset) {}

  // With its end, which the last one may lack; nothing where the file ends.
  std::optional<std::string> next() {
    std::size_t searched = 0;
    while (true) {
      const std::size_t end = buffer_.find('\n', start_ + searched);
      if (end != std::string::npos) return take(end + 1 - start_);
      searched = buffer_.size() - start_;
      if (!refill()) break;
    }
    if (start_ == buffer_.size()) return std::nullopt;
    return take(buffer_.size() - start_);
  }

 private:
  std::string take(std::size_t length) {
    std::string line = buffer_.substr(start_, length);
    start_ += length;
    return line;
  }
  bool refill() {
    buffer_.erase(0, start_);
    start_ = 0;
    const std::size_t old_size = buffer_.size();
    buffer_.resize(old_size + kReadBytes);
    const auto room = std::as_writable_bytes(std::span(buffer_).subspan(old_size));
    const std::size_t count = file_.read_at(offset_, room).value_or(0);
    buffer_.resize(old_size + count);
    offset_ += count;
    return count > 0;
  }

  const util::File& file_;
  std::uint64_t offset_;
  std::string buffer_;
  std::size_t start_ = 0;
};

}  // namespace

std::string to_journal_line(const Part& part) {
  std::string text = fmt::format("{} {}", part.id.game, part.id.part);
  for (const FoundLines& lines : part.positions) text += ' ' + text_of(lines);
  return sealed(std::move(text));
}

std::optional<Part> parse_journal_line(std::string_view line) {
  const auto text = unsealed(line);
  if (!text) return std::nullopt;
  const auto words = split(*text, ' ');
  if (words.size() < 2) return std::nullopt;
  const auto game = util::parse_integer<std::uint32_t>(words[0]);
  const auto number = util::parse_integer<std::uint32_t>(words[1]);
  if (!game || !number) return std::nullopt;
  Part part{{*game, *number}, {}};
  for (std::size_t i = 2; i < words.size(); ++i) {
    auto lines = parse_found_lines(words[i]);
    if (!lines) return std::nullopt;
    part.positions.push_back(*std::move(lines));
  }
  return part;
}

Journal::~Journal() {
  if (file_.is_open()) file_.sync();
}

Error Journal::failure(std::string_view what) const {
  return {fmt::format("{} {}: {}", what, path_.string(), std::generic_category().message(errno))};
}

Result<Journal> Journal::open(const std::filesystem::path& path, const RunIdentity& identity, OtherRuns others) {
  Journal journal(path, util::File::open_to_read_write(path));
  if (!journal.file_.is_open()) return journal.failure("cannot write");
  if (!journal.file_.lock()) {
    if (errno != EWOULDBLOCK) return journal.failure("cannot lock");
    return Error{fmt::format("another process is writing {}", path.string())};
  }
  std::string header;
  LineReader lines(journal.file_, 0);
  bool whole = false;
  while (const auto line = lines.next()) {
    header += *line;
    whole = *line == "\n";
    if (whole || !(header.starts_with(kFirstLine) || kFirstLine.starts_with(header))) break;
  }
  const std::string wanted = header_of(identity);
  const bool ours = header.starts_with(kFirstLine) || kFirstLine.starts_with(header);
  // What was killed before its header was written has nothing to lose.
  const bool empty = ours && !whole;
  if (empty || (others == OtherRuns::Replace && header != wanted)) {
    if (const auto done = journal.begin(wanted); !done) return done.error();
  } else if (!ours) {
    return Error{fmt::format("{} is no journal of an analysis", path.string())};
  } else if (header != wanted) {
    return Error{fmt::format("{} belongs to another run: {}; end that run, or begin anew with --overwrite",
                             path.string(), difference(header, identity))};
  } else if (const auto done = journal.load(header.size()); !done) {
    return done.error();
  }
  return journal;
}

Result<Done> Journal::begin(const std::string& header) {
  if (!file_.resize(0) || !write_text(file_, header, 0) || !file_.sync()) return failure("cannot write");
  size_ = header.size();
  return Done{};
}

Result<Done> Journal::load(std::uint64_t first_line) {
  size_ = first_line;
  LineReader lines(file_, first_line);
  while (const auto line = lines.next()) {
    if (!line->ends_with('\n')) break;
    if (unsealed(*line) == kOutputsBegun) {
      outputs_begun_ = true;
    } else {
      const auto part = parse_journal_line(*line);
      if (!part) break;
      before_.push_back({part->id, size_});
      positions_before_ += part->positions.size();
    }
    size_ += line->size();
  }
  std::ranges::sort(before_, {}, &Entry::id);
  if (!file_.resize(size_)) return failure("cannot write");
  return Done{};
}

bool Journal::held_before(PartId id) const { return std::ranges::binary_search(before_, id, {}, &Entry::id); }

Result<Done> Journal::append(std::string_view text) {
  if (!write_text(file_, text, size_)) return failure("cannot write");
  size_ += text.size();
  const auto now = std::chrono::steady_clock::now();
  if (now - last_sync_ < kBetweenSyncs) return Done{};
  last_sync_ = now;
  if (!file_.sync()) return failure("cannot write");
  return Done{};
}

Result<Done> Journal::add(const Part& part) {
  const std::uint64_t offset = size_;
  if (const auto done = append(to_journal_line(part)); !done) return done;
  // Parts come nearly in order, so the way to their place is short.
  const auto place = std::ranges::upper_bound(added_, part.id, {}, &Entry::id);
  added_.insert(place, {part.id, offset});
  return Done{};
}

Result<Part> Journal::read(PartId id) const {
  for (const std::vector<Entry>* entries : {&before_, &added_}) {
    const auto found = std::ranges::lower_bound(*entries, id, {}, &Entry::id);
    if (found == entries->end() || found->id != id) continue;
    const auto line = LineReader(file_, found->offset).next();
    auto part = line ? parse_journal_line(*line) : std::nullopt;
    if (part && part->id == id) return *std::move(part);
    return Error{fmt::format("{} was damaged during the run", path_.string())};
  }
  return Error{fmt::format("{} lacks part {} of game {}", path_.string(), id.part + 1, id.game + 1)};
}

Result<Done> Journal::mark_outputs_begun() {
  if (outputs_begun_) return Done{};
  if (const auto done = append(sealed(std::string(kOutputsBegun))); !done) return done;
  if (!file_.sync()) return failure("cannot write");
  outputs_begun_ = true;
  return Done{};
}

void Journal::remove() {
  std::error_code gone_already;
  std::filesystem::remove(path_, gone_already);
}

}  // namespace rocada::analysis
