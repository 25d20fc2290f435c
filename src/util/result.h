// Result<T>: a value, or an Error whose message a person can act on.
//
// Every function that reads untrusted input returns one. A broken invariant asserts instead; nothing here throws.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace rocada::util {

struct Error {
  std::string message;
};

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::move(value)) {}
  Result(Error error) : content_(std::move(error)) {}

  bool ok() const { return std::holds_alternative<T>(content_); }
  explicit operator bool() const { return ok(); }

  const T& value() const& {
    assert(ok());
    return *std::get_if<T>(&content_);
  }
  T& value() & {
    assert(ok());
    return *std::get_if<T>(&content_);
  }
  T&& value() && {
    assert(ok());
    return std::move(*std::get_if<T>(&content_));
  }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  const Error& error() const {
    assert(!ok());
    return *std::get_if<Error>(&content_);
  }

 private:
  std::variant<T, Error> content_;
};

// For functions that only succeed or fail.
struct Done {};

}  // namespace rocada::util
