// 3-check: whoever gives check for the third time wins at once. All else is normal chess.
#pragma once

#include "chess/rules.h"

namespace rocada::chess {

// Even a lone knight can give three checks, so only two bare kings are a dead draw, and referees do not end a game
// for its material. Since a check changes who is winning, tables and books for normal chess do not apply.
inline constexpr Rules kThreeCheckRules = {.checks_to_win = 3,
                                           .only_bare_kings_are_dead = true,
                                           .dead_material_ends_game = false,
                                           .tablebases_valid = false,
                                           .opening_books_valid = false};

}  // namespace rocada::chess
