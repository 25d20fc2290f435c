// Normal chess.
#pragma once

#include "chess/rules.h"

namespace rocada::chess {

inline constexpr Rules kStandardRules = {.checks_to_win = 0,
                                         .only_bare_kings_are_dead = false,
                                         .dead_material_ends_game = true,
                                         .tablebases_valid = true,
                                         .opening_books_valid = true};

}  // namespace rocada::chess
