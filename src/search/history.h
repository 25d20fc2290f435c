// History: which quiet moves have been good, wherever they were played. Owned by one worker.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>

#include "chess/move.h"
#include "chess/position.h"
#include "search/params.h"

namespace rocada::search {

class History {
 public:
  int of(chess::Color color, chess::Move move) const {
    return table_[chess::index_of(color)][index(move.from())][index(move.to())];
  }
  // Moves towards +-kHistoryLimit ever more slowly, so that no value runs away and old ones fade.
  void update(chess::Color color, chess::Move move, int bonus) {
    std::int16_t& value = table_[chess::index_of(color)][index(move.from())][index(move.to())];
    value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / params::kHistoryLimit);
  }
  void clear() { table_ = {}; }

 private:
  static std::size_t index(chess::Square square) { return static_cast<std::size_t>(square.index()); }
  std::array<std::array<std::array<std::int16_t, 64>, 64>, 2> table_{};
};

}  // namespace rocada::search
