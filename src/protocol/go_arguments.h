// The arguments of `go`, for UCI and the console: what bounds the search.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "chess/position.h"
#include "search/limits.h"

namespace rocada::protocol {

struct GoArguments {
  search::Limits limits;
  // The first thing in the text that makes no sense; it is left out of the limits and the rest counts.
  std::optional<std::string> complaint;
};

// Values beyond all reason count as the nearest sensible one: a clock already below zero leaves a millisecond. Without
// any limit the search is infinite. `position` is what will be searched.
GoArguments parse_go(std::string_view arguments, const chess::Position& position);

}  // namespace rocada::protocol
