#include "analysis/game_source.h"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>
#include <vector>

#include "util/checksum.h"

namespace rocada::analysis {

using util::Error;
using util::Result;

namespace {

constexpr std::size_t kBufferBytes = 1 << 16;

Result<std::unique_ptr<std::ifstream>> open_file(const std::filesystem::path& path) {
  std::error_code error;
  const auto kind = std::filesystem::status(path, error).type();
  // The games are read more than once, which a pipe does not allow.
  const bool exists = kind != std::filesystem::file_type::not_found && kind != std::filesystem::file_type::none;
  if (exists && kind != std::filesystem::file_type::regular) {
    return Error{fmt::format("{} is not a file", path.string())};
  }
  errno = 0;
  auto file = std::make_unique<std::ifstream>(path, std::ios::binary);
  if (!*file) return Error{fmt::format("cannot read {}: {}", path.string(), std::generic_category().message(errno))};
  return file;
}

void add_remark(game::PgnGame& game, const std::string& problem) {
  std::string& comment = game.main_line.moves.back().comment;
  if (!comment.empty()) comment += ' ';
  comment += game::pgn_comment(fmt::format("The rest could not be read: {}.", problem));
}

}  // namespace

Result<GameSource> GameSource::open(const std::filesystem::path& path) {
  auto file = open_file(path);
  if (!file) return file.error();
  return GameSource(*std::move(file));
}

std::optional<SourceItem> GameSource::next() {
  auto game = reader_->next();
  if (game && !*game) return std::nullopt;
  if (game) return SourceItem{**std::move(game), {}};
  SourceItem item{reader_->take_readable_part(), game.error().message};
  if (item.game) add_remark(*item.game, item.problem);
  return item;
}

Result<std::string> content_id(const std::filesystem::path& path) {
  auto file = open_file(path);
  if (!file) return file.error();
  std::vector<char> buffer(kBufferBytes);
  util::Fnv1a checksum;
  std::uint64_t bytes = 0;
  while (**file) {
    (*file)->read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    const auto count = static_cast<std::size_t>((*file)->gcount());
    checksum.add({buffer.data(), count});
    bytes += count;
  }
  if ((*file)->bad()) return Error{fmt::format("cannot read {}", path.string())};
  return fmt::format("{} bytes, fingerprint {:016x}", bytes, checksum.value());
}

}  // namespace rocada::analysis
