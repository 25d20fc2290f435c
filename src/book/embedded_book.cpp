#include "book/embedded_book.h"

#include <span>

#include "book/embedded_bytes.h"

namespace rocada::book {

const SharedBook& embedded_book() {
  static const SharedBook book = [] {
    const auto* begin = reinterpret_cast<const std::byte*>(kRocadaBookBegin);
    const auto* end = reinterpret_cast<const std::byte*>(kRocadaBookEnd);
    return Book::from_bytes(book_bytes_in({begin, static_cast<std::size_t>(end - begin)})).value();
  }();
  return book;
}

util::Result<SharedBook> find_book(const std::string& file) {
  return file.empty() ? util::Result<SharedBook>(embedded_book()) : Book::open(file);
}

}  // namespace rocada::book
