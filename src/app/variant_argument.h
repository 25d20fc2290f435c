// `--variant` as the subcommands take it: normal, fischerandom or 3check (main.cpp admits no other word).
#pragma once

#include <string_view>

#include "chess/variant.h"

namespace rocada::app {

// Chess960 has the rules of normal chess.
constexpr chess::Variant variant_named(std::string_view argument) {
  return argument == chess::rules_of(chess::Variant::ThreeCheck).name ? chess::Variant::ThreeCheck
                                                                      : chess::Variant::Standard;
}

}  // namespace rocada::app
