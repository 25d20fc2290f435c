// The variants and their rules.
//
// A new variant is one file under variants/ that fills in Rules, one row in rules_of(), and its names one row in
// game_kind.h. Chess960 is none of them: all castling inside is Chess960's, so it differs in start positions
// (variants/chess960.h) and in text (notation.h) only.
#pragma once

#include <cstdint>

#include "chess/rules.h"
#include "chess/variants/standard.h"
#include "chess/variants/three_check.h"

namespace rocada::chess {

enum class Variant : std::uint8_t { Standard, ThreeCheck };

constexpr const Rules& rules_of(Variant variant) {
  return variant == Variant::ThreeCheck ? kThreeCheckRules : kStandardRules;
}

}  // namespace rocada::chess
