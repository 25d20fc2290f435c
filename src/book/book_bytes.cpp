#include "book/book_bytes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace rocada::book {

using util::Error;

namespace {

class FileBytes final : public BookBytes {
 public:
  explicit FileBytes(int descriptor) : descriptor_(descriptor) {}
  ~FileBytes() override { close(descriptor_); }
  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;

  // False where it is no file to read from any place of.
  bool measure() {
    struct stat status {};
    if (fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) return false;
    size_ = static_cast<std::uint64_t>(status.st_size);
    return true;
  }

  std::uint64_t size() const override { return size_; }
  bool read(std::uint64_t offset, std::span<std::byte> buffer) const override {
    while (!buffer.empty()) {
      const ssize_t count = pread(descriptor_, buffer.data(), buffer.size(), static_cast<off_t>(offset));
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return false;
      offset += static_cast<std::uint64_t>(count);
      buffer = buffer.subspan(static_cast<std::size_t>(count));
    }
    return true;
  }

 private:
  const int descriptor_;
  std::uint64_t size_ = 0;
};

class MemoryBytes final : public BookBytes {
 public:
  explicit MemoryBytes(std::span<const std::byte> memory) : memory_(memory) {}

  std::uint64_t size() const override { return memory_.size(); }
  bool read(std::uint64_t offset, std::span<std::byte> buffer) const override {
    if (offset > memory_.size() || buffer.size() > memory_.size() - offset) return false;
    std::ranges::copy(memory_.subspan(offset, buffer.size()), buffer.begin());
    return true;
  }

 private:
  const std::span<const std::byte> memory_;
};

}  // namespace

util::Result<std::unique_ptr<const BookBytes>> open_book_bytes(const std::string& path) {
  // Without waiting: a pipe that somebody names by mistake must not hang the engine.
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return Error{fmt::format("cannot read {}: {}", path, std::strerror(errno))};
  auto file = std::make_unique<FileBytes>(descriptor);
  if (!file->measure()) return Error{fmt::format("cannot read {}: it is not a file", path)};
  return std::unique_ptr<const BookBytes>(std::move(file));
}

std::unique_ptr<const BookBytes> book_bytes_in(std::span<const std::byte> memory) {
  return std::make_unique<MemoryBytes>(memory);
}

}  // namespace rocada::book
