#include "book/book_bytes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "util/file.h"

namespace rocada::book {

using util::Error;

namespace {

class FileBytes final : public BookBytes {
 public:
  FileBytes(util::File file, std::uint64_t size) : file_(std::move(file)), size_(size) {}

  std::uint64_t size() const override { return size_; }
  bool read(std::uint64_t offset, std::span<std::byte> buffer) const override {
    return file_.read_at(offset, buffer) == buffer.size();
  }

 private:
  const util::File file_;
  const std::uint64_t size_;
};

class MemoryBytes final : public BookBytes {
 public:
  explicit MemoryBytes(std::span<const std::byte> memory) : memory_(memory) {}

  std::uint64_t size() const override { return memory_.size(); }
  bool read(std::uint64_t offset, std::span<std::byte> buffer) const override {
    if (offset > memory_.size() || buffer.size() > memory_.size() - offset) return false;
    std::ranges::copy(memory_.subspan(static_cast<std::size_t>(offset), buffer.size()), buffer.begin());
    return true;
  }

 private:
  const std::span<const std::byte> memory_;
};

}  // namespace

util::Result<std::unique_ptr<const BookBytes>> open_book_bytes(const std::string& path) {
  util::File file = util::File::open_to_read(util::path_of(path));
  if (!file.is_open()) return Error{fmt::format("cannot read {}: {}", path, std::strerror(errno))};
  const auto size = file.size();
  if (!size) return Error{fmt::format("cannot read {}: it is not a file", path)};
  return std::unique_ptr<const BookBytes>(std::make_unique<FileBytes>(std::move(file), *size));
}

std::unique_ptr<const BookBytes> book_bytes_in(std::span<const std::byte> memory) {
  return std::make_unique<MemoryBytes>(memory);
}

}  // namespace rocada::book
