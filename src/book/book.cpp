#include "book/book.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

namespace rocada::book {

using chess::Move;
using chess::Position;
using util::Error;
using util::Result;

namespace {

// So many entries, spread over the file, must be in order before a file counts as a book.
constexpr std::uint64_t kSample = 64;
// No position has more moves; a damaged file may go on for ever.
constexpr std::uint64_t kMostEntriesOfAPosition = 256;

std::uint64_t total_weight(std::span<const BookMove> moves) {
  std::uint64_t total = 0;
  for (const BookMove& move : moves) total += move.weight;
  return total;
}

}  // namespace

Book::Book(std::unique_ptr<const BookBytes> bytes) : bytes_(std::move(bytes)), entries_(bytes_->size() / kEntryBytes) {}

Result<std::shared_ptr<const Book>> Book::from_bytes(std::unique_ptr<const BookBytes> bytes) {
  const std::shared_ptr<const Book> book(new Book(std::move(bytes)));
  if (const auto sound = book->check(); !sound) return sound.error();
  return book;
}

Result<std::shared_ptr<const Book>> Book::open(const std::string& path) {
  auto bytes = open_book_bytes(path);
  if (!bytes) return bytes.error();
  auto book = from_bytes(*std::move(bytes));
  if (!book) return Error{fmt::format("{}: {}", path, book.error().message)};
  return book;
}

Result<util::Done> Book::check() const {
  if (bytes_->size() == 0) return Error{"the book is empty"};
  if (bytes_->size() % kEntryBytes != 0) {
    return Error{
        fmt::format("not a Polyglot book, or cut short: {} bytes are no multiple of {}", bytes_->size(), kEntryBytes)};
  }
  const std::uint64_t steps = std::min(entries_ - 1, kSample);
  PolyglotKey last = 0;
  for (std::uint64_t step = 0; step <= steps; ++step) {
    const auto sample = entry(steps == 0 ? 0 : (entries_ - 1) / steps * step + (entries_ - 1) % steps * step / steps);
    if (!sample) return Error{"the book cannot be read"};
    if (sample->key < last) return Error{"not a Polyglot book: its entries are not in the order of their keys"};
    last = sample->key;
  }
  if (entries_ > kMostEntriesOfAPosition && entry(0)->key == last) {
    return Error{"not a Polyglot book: all its entries have one key"};
  }
  return util::Done{};
}

std::optional<PolyglotEntry> Book::entry(std::uint64_t index) const {
  std::array<std::byte, kEntryBytes> bytes{};
  if (!bytes_->read(index * kEntryBytes, bytes)) return std::nullopt;
  return decode_entry(bytes);
}

// The index of the first entry with this key or a higher one; entries() where there is none.
std::uint64_t Book::first_of(PolyglotKey key) const {
  std::uint64_t begin = 0;
  std::uint64_t end = entries_;
  while (begin < end) {
    const std::uint64_t middle = begin + (end - begin) / 2;
    const auto found = entry(middle);
    if (!found) return entries_;
    if (found->key < key) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

std::vector<BookMove> Book::moves_under(PolyglotKey key, const Position& position) const {
  std::vector<BookMove> moves;
  const std::uint64_t first = first_of(key);
  const std::uint64_t end = std::min(entries_, first + kMostEntriesOfAPosition);
  for (std::uint64_t index = first; index < end; ++index) {
    const auto found = entry(index);
    if (!found || found->key != key) break;
    const auto move = decode_move(position, found->move);
    if (!move) continue;
    const auto known = std::ranges::find(moves, *move, &BookMove::move);
    if (known == moves.end()) {
      moves.push_back({*move, found->weight});
    } else {
      known->weight += found->weight;
    }
  }
  std::ranges::stable_sort(moves, std::ranges::greater(), &BookMove::weight);
  return moves;
}

std::vector<BookMove> Book::moves(const Position& position) const {
  if (!is_book_position(position)) return {};
  for (const PolyglotKey key : possible_keys(position)) {
    if (auto moves = moves_under(key, position); !moves.empty()) return moves;
  }
  return {};
}

std::optional<Move> choose(std::span<const BookMove> moves, Choice choice, util::Random& random) {
  const std::uint64_t total = total_weight(moves);
  if (total == 0) return std::nullopt;
  if (choice == Choice::Best) return moves.front().move;
  std::uint64_t rest = random.below(static_cast<std::uint32_t>(total));  // 256 weights of 16 bits fit
  for (const BookMove& move : moves) {
    if (rest < move.weight) return move.move;
    rest -= move.weight;
  }
  return std::nullopt;
}

std::vector<double> shares(std::span<const BookMove> moves) {
  const auto total = static_cast<double>(std::max<std::uint64_t>(total_weight(moves), 1));
  std::vector<double> result;
  for (const BookMove& move : moves) result.push_back(100 * static_cast<double>(move.weight) / total);
  return result;
}

}  // namespace rocada::book
