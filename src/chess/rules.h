// Rules: what a variant changes, as facts. Code asks for the fact, never for the variant's name.
#pragma once

namespace rocada::chess {

struct Rules {
  int checks_to_win;              // the check that wins the game; 0 where checks win nothing
  bool only_bare_kings_are_dead;  // with any other material left somebody can still win
  bool dead_material_ends_game;   // as referees see it; where they let the game go on, so do we
  bool tablebases_valid;          // endgame tables for normal chess tell the truth here too
  bool opening_books_valid;       // so do books of openings for normal chess

  constexpr bool check_is_progress() const { return checks_to_win > 0; }
};

}  // namespace rocada::chess
