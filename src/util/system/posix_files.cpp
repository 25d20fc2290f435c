// What file.h promises, on systems whose files are those of POSIX.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

#include "util/file.h"

namespace rocada::util {

File File::open_to_read(const std::filesystem::path& path) {
  return File(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
}

File File::open_to_append(const std::filesystem::path& path) {
  return File(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666));
}

File File::open_to_read_write(const std::filesystem::path& path) {
  return File(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666));
}

File::~File() {
  if (is_open()) ::close(descriptor_);
}

std::optional<std::uint64_t> File::size() const {
  struct stat status {};
  if (fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size);
}

std::optional<std::size_t> File::read_at(std::uint64_t offset, std::span<std::byte> buffer) const {
  std::size_t done = 0;
  while (done < buffer.size()) {
    const ssize_t count =
        pread(descriptor_, buffer.data() + done, buffer.size() - done, static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::nullopt;
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

bool File::write_at(std::uint64_t offset, std::span<const std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    offset += static_cast<std::uint64_t>(count);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

bool File::append(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor_, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool File::resize(std::uint64_t size) const { return ftruncate(descriptor_, static_cast<off_t>(size)) == 0; }

bool File::sync() const { return fdatasync(descriptor_) == 0; }

bool File::lock() const { return flock(descriptor_, LOCK_EX | LOCK_NB) == 0; }

std::FILE* open_stream(const std::filesystem::path& path) { return std::fopen(path.c_str(), "rb"); }

std::FILE* create_stream(const std::filesystem::path& path) { return std::fopen(path.c_str(), "wb"); }

std::FILE* create_temporary_stream() { return std::tmpfile(); }

bool sync(std::FILE* stream) { return std::fflush(stream) == 0 && fsync(fileno(stream)) == 0; }

bool may_create_files_in(const std::filesystem::path& directory) { return access(directory.c_str(), W_OK | X_OK) == 0; }

std::string_view directory_separators() { return ":;"; }

}  // namespace rocada::util
