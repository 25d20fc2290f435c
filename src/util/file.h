// Files as the system has them: any name in UTF-8, read and written at any place, locked, safely on the disk.
//
// What fails says so by its value and leaves the reason in errno, as the C library does. util/system holds the code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace rocada::util {

// The file of that name, which is UTF-8: where systems have code pages, std::filesystem would take it for theirs.
inline std::filesystem::path path_of(std::string_view name) { return std::u8string(name.begin(), name.end()); }

// An open file, closed with the object. Nothing is buffered, and the file has no place where it is being read or
// written, so const methods may be called from any thread. It may be removed and renamed while it is open.
class File {
 public:
  File() = default;
  // None of them waits for whoever is at the other end of a pipe: it is opened at once or not at all.
  static File open_to_read(const std::filesystem::path& path);
  static File open_to_append(const std::filesystem::path& path);      // made where there is none
  static File open_to_read_write(const std::filesystem::path& path);  // likewise
  File(File&& other) noexcept : descriptor_(std::exchange(other.descriptor_, kNone)) {}
  File& operator=(File&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~File();

  bool is_open() const { return descriptor_ != kNone; }
  // Nothing where it is no regular file.
  std::optional<std::uint64_t> size() const;
  // How many bytes were read: as many as fit, unless the file ends before. Nothing where reading fails.
  std::optional<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> buffer) const;
  bool write_at(std::uint64_t offset, std::span<const std::byte> bytes) const;
  bool append(std::string_view text) const;
  bool resize(std::uint64_t size) const;
  // Returns when all of it is on the disk.
  bool sync() const;
  // Until it is closed, no other process can lock the file. False where one has, with the reason EWOULDBLOCK.
  bool lock() const;

 private:
  static constexpr int kNone = -1;

  explicit File(int descriptor) : descriptor_(descriptor) {}

  int descriptor_ = kNone;
};

// The C library's own files, binary. Null where they cannot be had.
std::FILE* open_stream(const std::filesystem::path& path);    // to read
std::FILE* create_stream(const std::filesystem::path& path);  // to write, anew; it may be renamed while it is open
std::FILE* create_temporary_stream();                         // to write and read; gone when it is closed
// Returns when all that was written is on the disk.
bool sync(std::FILE* stream);

bool may_create_files_in(const std::filesystem::path& directory);

// What may stand between directories in a list of them; the first is what libraries of the system understand.
std::string_view directory_separators();

}  // namespace rocada::util
