#include "util/output_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>

#include "util/file.h"

namespace rocada::util {

namespace {

Error failure_at(const std::filesystem::path& path, int reason) {
  return {fmt::format("cannot write {}: {}", path.string(), std::generic_category().message(reason))};
}

}  // namespace

Error OutputFile::failure() const { return failure_at(path_, errno); }

Result<Done> OutputFile::check(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return failure_at(path, EISDIR);
  const std::filesystem::path directory = path.has_parent_path() ? path.parent_path() : ".";
  if (std::filesystem::exists(directory, error) && !std::filesystem::is_directory(directory, error)) {
    return failure_at(path, ENOTDIR);
  }
  if (!may_create_files_in(directory)) return failure_at(path, errno);
  return Done{};
}

Result<OutputFile> OutputFile::create(const std::filesystem::path& path) {
  std::filesystem::path partial = path;
  partial += ".partial";
  std::FILE* const file = create_stream(partial);
  if (file == nullptr) return failure_at(path, errno);
  return OutputFile(path, std::move(partial), file);
}

OutputFile::~OutputFile() {
  if (file_ == nullptr || partial_.empty()) return;
  std::error_code gone_already;
  std::filesystem::remove(partial_, gone_already);
}

Result<Done> OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) return failure();
  return Done{};
}

Result<Done> OutputFile::complete() {
  if (!sync(file_.get())) return failure();
  return Done{};
}

Result<Done> OutputFile::put_in_place() {
  std::error_code failed;
  std::filesystem::rename(partial_, path_, failed);
  if (failed) return failure_at(path_, failed.value());
  partial_.clear();
  return Done{};
}

}  // namespace rocada::util
