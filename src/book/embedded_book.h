// The book inside the program: data/rocada.bin as it was when the program was built.
#pragma once

#include <memory>
#include <string>

#include "book/book.h"

namespace rocada::book {

using SharedBook = std::shared_ptr<const Book>;

// Shared by everybody; a test holds it to be sound.
const SharedBook& embedded_book();

// The book in a file, or the embedded one where no file is named.
util::Result<SharedBook> find_book(const std::string& file);

}  // namespace rocada::book
