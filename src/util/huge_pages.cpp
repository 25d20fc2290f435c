#include "util/huge_pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

namespace rocada::util {

namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

constexpr std::size_t rounded_up(std::size_t bytes) { return (bytes + kHugePage - 1) / kHugePage * kHugePage; }

}  // namespace

bool fits_in_memory(std::size_t bytes) {
  const auto pages = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES));
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes / page <= pages / 10 * 9;
}

void* allocate_huge_pages(std::size_t bytes) {
  // The system hands out huge pages only where a range is aligned to them: more is asked for, and the ends given back.
  const std::size_t wanted = rounded_up(bytes);
  void* const mapped = mmap(nullptr, wanted + kHugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  char* const begin = static_cast<char*>(mapped);
  const std::size_t before =
      rounded_up(reinterpret_cast<std::uintptr_t>(begin)) - reinterpret_cast<std::uintptr_t>(begin);
  char* const aligned = begin + before;
  if (before > 0) munmap(begin, before);
  if (before < kHugePage) munmap(aligned + wanted, kHugePage - before);
  madvise(aligned, wanted, MADV_HUGEPAGE);  // no harm where it is refused
  return aligned;
}

void free_huge_pages(void* memory, std::size_t bytes) { munmap(memory, rounded_up(bytes)); }

}  // namespace rocada::util
