// What the headers of util promise of the system, in a browser: memory of a fixed size, files in memory, no signals.
//
// Emscripten's C library is that of Linux, so files are much the same; nobody else can see them.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "util/file.h"
#include "util/huge_pages.h"
#include "util/process.h"
#include "util/shared_library.h"

namespace rocada::util {

// ---------------------------------------------------------------------------------------------------------------------
// huge_pages.h

namespace {

constexpr std::size_t kAlignment = 64;
// Left for what nobody asks about before it is needed, the stacks of threads above all.
constexpr std::size_t kReserve = std::size_t{40} << 20;

}  // namespace

// The memory does not grow and nothing comes lazily, so only trying tells.
bool fits_in_memory(std::size_t bytes) {
  void* const memory = bytes < SIZE_MAX - kReserve ? std::malloc(bytes + kReserve) : nullptr;
  std::free(memory);
  return memory != nullptr;
}

void* allocate_huge_pages(std::size_t bytes) {
  void* const memory = aligned_alloc(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment);
  if (memory != nullptr) std::memset(memory, 0, bytes);
  return memory;
}

void free_huge_pages(void* memory, std::size_t) { std::free(memory); }

bool renew_huge_pages(void* memory, std::size_t bytes) {
  std::memset(memory, 0, bytes);
  return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// file.h

File File::open_to_read(const std::filesystem::path& path) { return File(::open(path.c_str(), O_RDONLY)); }

File File::open_to_append(const std::filesystem::path& path) {
  return File(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT, 0666));
}

File File::open_to_read_write(const std::filesystem::path& path) {
  return File(::open(path.c_str(), O_RDWR | O_CREAT, 0666));
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
    if (count < 0) return std::nullopt;
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

bool File::write_at(std::uint64_t offset, std::span<const std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0) return false;
    offset += static_cast<std::uint64_t>(count);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

bool File::append(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor_, text.data(), text.size());
    if (count < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool File::resize(std::uint64_t size) const { return ftruncate(descriptor_, static_cast<off_t>(size)) == 0; }

// There is no disk, and there are no other processes.
bool File::sync() const { return true; }

bool File::lock() const { return true; }

std::FILE* open_stream(const std::filesystem::path& path) { return std::fopen(path.c_str(), "rb"); }

std::FILE* create_stream(const std::filesystem::path& path) { return std::fopen(path.c_str(), "wb"); }

std::FILE* create_temporary_stream() { return std::tmpfile(); }

bool sync(std::FILE* stream) { return std::fflush(stream) == 0; }

bool may_create_files_in(const std::filesystem::path& directory) { return access(directory.c_str(), W_OK | X_OK) == 0; }

std::string_view directory_separators() { return ":;"; }

// ---------------------------------------------------------------------------------------------------------------------
// process.h: there is no process to speak of, but there is a clock on the wall.

std::tm local_time(std::time_t time) {
  std::tm local{};
  localtime_r(&time, &local);
  return local;
}

// ---------------------------------------------------------------------------------------------------------------------
// shared_library.h

Result<SharedLibrary> SharedLibrary::load(const char*, int) { return Error{"a browser has no such libraries"}; }

// Of a library that was never loaded.
void* SharedLibrary::find(const char*) const { return handle_; }

}  // namespace rocada::util
