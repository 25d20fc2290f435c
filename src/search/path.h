// Path: how the position being searched came about, the game's positions and then those of the line, as far as the
// rules about repetition ask.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "chess/position.h"
#include "chess/zobrist.h"

namespace rocada::search {

class Path {
 public:
  void begin(std::span<const chess::Key> game);
  void push(chess::Key key) { keys_.push_back(key); }
  void pop() { keys_.pop_back(); }

  // A null move (a pass): nothing before it can be repeated. pop_null() wants what this returned.
  std::size_t push_null(chess::Key key) {
    keys_.push_back(key);
    return std::exchange(last_pass_, keys_.size() - 1);
  }
  void pop_null(std::size_t earlier_pass) {
    last_pass_ = earlier_pass;
    keys_.pop_back();
  }

  // Of the position that the path leads to, `ply` plies from the root.
  bool is_draw(const chess::Position& position, int ply) const;
  bool can_force_repetition(const chess::Position& position, int ply) const;

 private:
  int reversible_plies(const chess::Position& position) const;

  std::vector<chess::Key> keys_;
  std::size_t last_pass_ = 0;  // where in keys_ the last null move led
};

}  // namespace rocada::search
