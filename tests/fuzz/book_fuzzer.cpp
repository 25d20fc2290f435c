// Opening books in Polyglot's format: whatever the bytes, only legal moves come out, the heaviest first.
#include "book/book.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "chess/fen.h"
#include "chess/legality.h"
#include "fuzz/laws.h"

namespace rocada::fuzz {
namespace {

using book::BookMove;

constexpr int kMostPlies = 8;

void require_move_laws(const chess::Position& position, const std::vector<BookMove>& moves) {
  const std::string fen = chess::to_fen(position);
  for (const BookMove& move : moves) require(chess::is_legal(position, move.move), "a book move is legal", fen);
  require(std::ranges::is_sorted(moves, std::ranges::greater(), &BookMove::weight), "the heaviest come first", fen);

  const auto shares = book::shares(moves);
  const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
  const bool has_weight = !moves.empty() && moves.front().weight > 0;
  require(std::abs(total - (has_weight ? 100 : 0)) < 0.001, "shares add up to 100 percent", fen);

  util::Random random(1);
  for (const auto choice : {book::Choice::Best, book::Choice::Weighted}) {
    const auto chosen = book::choose(moves, choice, random);
    require(chosen.has_value() == has_weight, "there is a choice where there is weight", fen);
    if (!chosen) continue;
    const auto found = std::ranges::find(moves, *chosen, &BookMove::move);
    require(found != moves.end() && found->weight > 0, "a move of some weight is chosen", fen);
  }
}

}  // namespace
}  // namespace rocada::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rocada;
  const auto book = book::Book::from_bytes(book::book_bytes_in(std::as_bytes(std::span(data, size))));
  if (!book) {
    fuzz::require_readable(book.error());
    return 0;
  }
  chess::Position position = chess::start_position();
  for (int ply = 0; ply < fuzz::kMostPlies; ++ply) {
    const auto moves = (*book)->moves(position);
    fuzz::require_move_laws(position, moves);
    if (moves.empty()) break;
    position.make(moves.front().move);
  }
  return 0;
}
