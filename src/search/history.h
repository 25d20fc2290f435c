// History: which moves have been good, and after which other moves. Owned by one worker.
//
// Every table holds counters that move towards a limit ever more slowly (history gravity), so that no value runs away
// and old ones fade.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>

#include "chess/move.h"
#include "chess/position.h"
#include "search/params.h"
#include "util/huge_pages.h"

namespace rocada::search {

class Counter {
 public:
  operator int() const { return value_; }
  void add(int bonus) {
    value_ = static_cast<std::int16_t>(value_ + bonus - value_ * std::abs(bonus) / params::kHistoryLimit);
  }

 private:
  std::int16_t value_ = 0;
};

// By the piece that moves and the square it goes to.
class PieceToTable {
 public:
  Counter& of(chess::Piece piece, chess::Square to) { return counters_[piece.index()][index(to)]; }
  int of(chess::Piece piece, chess::Square to) const { return counters_[piece.index()][index(to)]; }

 private:
  static std::size_t index(chess::Square square) { return static_cast<std::size_t>(square.index()); }
  std::array<std::array<Counter, 64>, chess::Piece::kCount> counters_{};
};

// What moves some plies ago taught about the moves now; null where there was none.
using Continuations = std::array<PieceToTable*, params::kContinuationPlies.size()>;

// What surrounds a quiet move: the moves before it, and what the other side attacks (threats). To leave such a square,
// or to go to one, is another thing than the same move elsewhere.
struct Circumstances {
  Continuations continuations;
  chess::AttackMap attacks{};
};

class History {
 public:
  static constexpr std::size_t bytes() { return sizeof(Tables); }
  void clear() { std::construct_at(tables_.get()); }  // in place: others point into the tables

  // The expectations a move comes with.
  int quiet(const chess::Position& position, chess::Move move, const Circumstances& around) const;
  // Without the table of squares: what is used to prune and reduce.
  int quiet_for_pruning(const chess::Position& position, chess::Move move, const Circumstances& around) const;
  // That table alone.
  int of_squares(const chess::Position& position, chess::Move move, const Circumstances& around) const {
    return butterfly(position.side_to_move(), move, around.attacks.by_all);
  }
  int capture(const chess::Position& position, chess::Move move) const;

  void update_quiet(const chess::Position& position, chess::Move move, const Circumstances& around, int bonus);
  void update_capture(const chess::Position& position, chess::Move move, int bonus);
  static void update_continuations(chess::Piece piece, chess::Square to, const Continuations& continuations, int bonus);
  // The move just made by the other side, on its own.
  void update_made(chess::Color color, chess::Move move, chess::Bitboard attacked, int bonus) {
    butterfly(color, move, attacked).add(bonus);
  }

  // Where the moves that follow this one are remembered.
  PieceToTable* after(chess::Piece piece, chess::Square to) {
    return &tables_->continuation[piece.index()][static_cast<std::size_t>(to.index())];
  }

 private:
  struct Tables {
    // [color][is `from` attacked, and `to`][from][to]
    std::array<std::array<std::array<std::array<Counter, 64>, 64>, 4>, 2> butterfly{};
    std::array<std::array<std::array<Counter, 7>, 64>, chess::Piece::kCount> capture{};  // [piece][to][victim]
    std::array<PieceToTable, params::kPawnStructures> pawn{};                            // by the pawns' key
    std::array<std::array<PieceToTable, 64>, chess::Piece::kCount> continuation{};       // [piece][to]
  };

  Counter& butterfly(chess::Color color, chess::Move move, chess::Bitboard attacked) const {
    const std::size_t danger = (attacked.has(move.from()) ? 2U : 0U) + (attacked.has(move.to()) ? 1U : 0U);
    return tables_->butterfly[chess::index_of(color)][danger][static_cast<std::size_t>(move.from().index())]
                             [static_cast<std::size_t>(move.to().index())];
  }
  PieceToTable& pawn_table(const chess::Position& position) const {
    return tables_->pawn[position.pawn_key() % params::kPawnStructures];
  }
  Counter& capture_counter(const chess::Position& position, chess::Move move) const {
    return tables_->capture[position.piece_on(move.from()).index()][static_cast<std::size_t>(move.to().index())]
                           [chess::index_of(position.captured_by(move))];
  }

  util::HugePagesPtr<Tables> tables_ = util::zeroed_in_huge_pages<Tables>();
};

}  // namespace rocada::search
