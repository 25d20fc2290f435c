// Small opening books made for a test.
#pragma once

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "book/book.h"
#include "book/polyglot.h"
#include "chess/fen.h"
#include "chess/notation.h"

namespace rocada::test {

inline book::PolyglotKey key_of(const chess::Position& position) {
  return book::polyglot_key(position, position.en_passant());
}

// Entries for one position: moves as text, each with its weight.
struct WeightedText {
  std::string_view move;
  std::uint16_t weight;
};
inline std::vector<book::PolyglotEntry> entries_for(const chess::Position& position,
                                                    const std::vector<WeightedText>& moves) {
  std::vector<book::PolyglotEntry> entries;
  for (const auto& [text, weight] : moves) {
    entries.push_back({key_of(position), book::encode_move(chess::parse_move(position, text).value()), weight});
  }
  return entries;
}

inline std::vector<std::byte> to_bytes(const std::vector<book::PolyglotEntry>& entries) {
  std::vector<std::byte> bytes;
  for (const book::PolyglotEntry& entry : entries) {
    const auto encoded = book::encode_entry(entry);
    bytes.insert(bytes.end(), encoded.begin(), encoded.end());
  }
  return bytes;
}

inline std::vector<book::PolyglotEntry> in_order(std::vector<book::PolyglotEntry> entries) {
  std::ranges::stable_sort(entries, {}, &book::PolyglotEntry::key);
  return entries;
}

inline void write_bytes(const std::string& path, const std::vector<std::byte>& bytes) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

inline void write_book(const std::string& path, std::vector<book::PolyglotEntry> entries) {
  write_bytes(path, to_bytes(in_order(std::move(entries))));
}

// A book in memory of its own.
class SmallBook {
 public:
  explicit SmallBook(std::vector<book::PolyglotEntry> entries)
      : bytes_(to_bytes(in_order(std::move(entries)))),
        book_(book::Book::from_bytes(book::book_bytes_in(bytes_)).value()) {}
  SmallBook(const SmallBook&) = delete;
  SmallBook& operator=(const SmallBook&) = delete;

  const book::Book* operator->() const { return book_.get(); }
  const book::Book& operator*() const { return *book_; }

 private:
  std::vector<std::byte> bytes_;
  std::shared_ptr<const book::Book> book_;
};

// "e4 3, d4 1"
inline std::string to_text(const chess::Position& position, const std::vector<book::BookMove>& moves) {
  std::string text;
  for (const book::BookMove& move : moves) {
    if (!text.empty()) text += ", ";
    text += chess::to_san(position, move.move) + " " + std::to_string(move.weight);
  }
  return text;
}

}  // namespace rocada::test
