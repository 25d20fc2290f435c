// `--variant` as the subcommands take it, in XBoard's words (main.cpp admits no others).
#pragma once

#include <string_view>

#include "chess/game_kind.h"
#include "chess/variant.h"

namespace rocada::app {

constexpr chess::GameKind kind_named(std::string_view argument) {
  return *chess::find_game_kind(&chess::GameKindWords::xboard, argument);
}

// Chess960 has the rules of normal chess.
constexpr chess::Variant variant_named(std::string_view argument) { return kind_named(argument).rules; }

}  // namespace rocada::app
