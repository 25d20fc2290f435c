#include "search/path.h"

#include <algorithm>

#include "chess/draw.h"
#include "chess/repetition.h"
#include "eval/score.h"

namespace rocada::search {

using chess::Position;

void Path::begin(std::span<const chess::Key> game) {
  keys_.assign(game.begin(), game.end());
  keys_.reserve(keys_.size() + eval::kMaxPly + 8);
  last_pass_ = 0;
}

int Path::reversible_plies(const Position& position) const {
  const auto since_pass = static_cast<int>(keys_.size() - 1 - last_pass_);
  return std::min(position.fifty_move_count(), since_pass);
}

bool Path::is_draw(const Position& position, int ply) const {
  if (position.fifty_move_count() >= chess::kFiftyMovePlies && chess::is_fifty_move_draw(position)) return true;
  if (chess::is_insufficient_material(position)) return true;
  // One repetition after the root is enough: if it was good to come back once, it will be again. Earlier positions may
  // come back once without harm.
  const int reversible = reversible_plies(position);
  return chess::count_earlier_occurrences(keys_, std::min(reversible, ply - 1)) > 0 ||
         chess::count_earlier_occurrences(keys_, reversible) > 1;
}

bool Path::can_force_repetition(const Position& position, int ply) const {
  return chess::can_repeat(position, keys_, std::min(reversible_plies(position), ply - 1));
}

}  // namespace rocada::search
