// Book: the moves that an opening book in Polyglot's format knows for a position.
//
// Nothing is loaded: a position is found by binary search, some twenty reads in a book of a million entries. Immutable
// and safe to use from any thread. What a book says is not trusted: only legal moves come out, whatever is in the file,
// and a file that can no longer be read knows no moves. Invariant: it has at least one entry.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "book/book_bytes.h"
#include "book/polyglot.h"
#include "chess/move.h"
#include "chess/position.h"
#include "util/random.h"
#include "util/result.h"

namespace rocada::book {

// A weight says how often to play the move, compared with the others of the position; 0 is never.
struct BookMove {
  chess::Move move;
  std::uint32_t weight = 0;
  friend bool operator==(const BookMove&, const BookMove&) = default;
};

class Book {
 public:
  // The error names the file and says what is wrong with it.
  static util::Result<std::shared_ptr<const Book>> open(const std::string& path);
  // The error is about "the book".
  static util::Result<std::shared_ptr<const Book>> from_bytes(std::unique_ptr<const BookBytes> bytes);

  std::uint64_t entries() const { return entries_; }
  // The heaviest first; empty where the book does not know the position.
  std::vector<BookMove> moves(const chess::Position& position) const;

 private:
  explicit Book(std::unique_ptr<const BookBytes> bytes);

  util::Result<util::Done> check() const;
  std::optional<PolyglotEntry> entry(std::uint64_t index) const;
  std::uint64_t first_of(PolyglotKey key) const;
  std::vector<BookMove> moves_under(PolyglotKey key, const chess::Position& position) const;

  const std::unique_ptr<const BookBytes> bytes_;
  const std::uint64_t entries_;
};

enum class Choice : std::uint8_t { Best, Weighted };

// Nothing where there is no move of any weight. `moves` as Book::moves gives them.
std::optional<chess::Move> choose(std::span<const BookMove> moves, Choice choice, util::Random& random);

// How often, in percent, each is chosen by weight.
std::vector<double> shares(std::span<const BookMove> moves);

}  // namespace rocada::book
