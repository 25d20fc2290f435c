// StaticVector<T, N>: a vector that lives where it is declared and never allocates.
//
// For trivially copyable T only; elements past size() are left uninitialised, so declaring one costs nothing.
#pragma once

#include <cassert>
#include <cstddef>
#include <type_traits>

namespace rocada::util {

template <typename T, std::size_t Capacity>
class StaticVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;

  StaticVector() {}  // deliberately leaves the storage uninitialised

  void push_back(T value) {
    assert(size_ < Capacity);
    storage_.items[size_++] = value;
  }
  // The same without a branch, for what no processor could guess. There is room for it even if it is not wanted.
  void push_back_if(bool wanted, T value) {
    assert(size_ < Capacity);
    storage_.items[size_] = value;
    size_ += wanted ? 1 : 0;
  }
  void clear() { size_ = 0; }
  // Forgets what stands behind the first `size`.
  void truncate(std::size_t size) {
    assert(size <= size_);
    size_ = size;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  static constexpr std::size_t capacity() { return Capacity; }

  T& operator[](std::size_t index) {
    assert(index < size_);
    return storage_.items[index];
  }
  const T& operator[](std::size_t index) const {
    assert(index < size_);
    return storage_.items[index];
  }
  T* begin() { return storage_.items; }
  T* end() { return storage_.items + size_; }
  const T* begin() const { return storage_.items; }
  const T* end() const { return storage_.items + size_; }

 private:
  union Storage {
    Storage() {}
    T items[Capacity];
  };

  Storage storage_;
  std::size_t size_ = 0;
};

}  // namespace rocada::util
