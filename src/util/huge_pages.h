// Memory in pages as large as the system has: large tables read here and there then miss the address cache less often.
//
// util/system holds the code.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

namespace rocada::util {

// Could the machine hold so much at all? Where it hands out pages lazily, nothing else would say no in time.
bool fits_in_memory(std::size_t bytes);

// Whole pages filled with zeroes, which come lazily: what is never touched costs nothing. Null where they cannot be
// had.
void* allocate_huge_pages(std::size_t bytes);
void free_huge_pages(void* memory, std::size_t bytes);
// Makes them what they were when they came. False where the system cannot, and all is as it was.
bool renew_huge_pages(void* memory, std::size_t bytes);

// For one object that is large and lives long.
template <typename T>
struct HugePagesDeleter {
  void operator()(T* object) const {
    std::destroy_at(object);
    free_huge_pages(object, sizeof(T));
  }
};
template <typename T>
using HugePagesPtr = std::unique_ptr<T, HugePagesDeleter<T>>;

template <typename T>
void* huge_pages_for() {
  void* const memory = allocate_huge_pages(sizeof(T));
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

// What its constructor, which must not fail, leaves alone is zero.
template <typename T>
HugePagesPtr<T> made_in_huge_pages() {
  return HugePagesPtr<T>(new (huge_pages_for<T>()) T);
}

// Where it begins as zeroes, as the pages do: it is there without being written.
template <typename T>
HugePagesPtr<T> zeroed_in_huge_pages() {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
  return HugePagesPtr<T>(static_cast<T*>(huge_pages_for<T>()));
}

}  // namespace rocada::util
