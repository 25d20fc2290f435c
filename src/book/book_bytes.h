// BookBytes: where a book's bytes come from. A file that is read where needed, or memory.
//
// Const methods may be called from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "util/result.h"

namespace rocada::book {

class BookBytes {
 public:
  virtual ~BookBytes() = default;
  virtual std::uint64_t size() const = 0;
  // Fills `buffer` with what stands at `offset`. False where that cannot be had, be it that the file has shrunk.
  virtual bool read(std::uint64_t offset, std::span<std::byte> buffer) const = 0;
};

// Opens a regular file; nothing of it is read. The error names it.
util::Result<std::unique_ptr<const BookBytes>> open_book_bytes(const std::string& path);
// The memory must outlive the object.
std::unique_ptr<const BookBytes> book_bytes_in(std::span<const std::byte> memory);

}  // namespace rocada::book
