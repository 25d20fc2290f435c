// What the headers of util promise of the system, in a browser: memory of a fixed size, no signals. Files, which are in
// memory and seen by nobody else, are those of POSIX (posix_files.cpp).
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>

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
// process.h: there is no process to speak of, but there is a clock on the wall.

std::tm local_time(std::time_t time) {
  std::tm local{};
  localtime_r(&time, &local);
  return local;
}

// ---------------------------------------------------------------------------------------------------------------------
// shared_library.h

Result<SharedLibrary> SharedLibrary::load(const char*, int) { return Error{"a browser has no such libraries"}; }

std::string SharedLibrary::what_to_get(const char* name, int) { return "lib" + std::string(name); }

// Of a library that was never loaded.
void* SharedLibrary::find(const char*) const { return handle_; }

}  // namespace rocada::util
