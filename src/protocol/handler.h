// Handler: one protocol, fed with events. It runs on one thread, never blocks for long and holds all protocol state.
//
// Search reports reach it through the same queue as input lines, so no state is ever touched by two threads. A report
// names the search it belongs to; a handler drops those of a search it no longer cares for. Long work of the handler's
// own, which no search does, is done in slices: each posts the event that brings the next, and lines come in between.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "search/report.h"

namespace rocada::protocol {

using SearchId = std::uint64_t;

// What a handler posts to itself: the work with this number is to be gone on with.
struct GoOn {};

struct SearchEvent {
  SearchId search = 0;
  std::variant<search::Line, search::CurrentMove, search::Finished, GoOn> report;
};

// Puts an event into the handler's queue; callable from any thread.
using PostEvent = std::function<void(SearchEvent)>;

// An observer that posts what it hears.
std::shared_ptr<search::Observer> posting_observer(SearchId search, PostEvent post);

enum class Continue : bool { No, Yes };

class Handler {
 public:
  virtual ~Handler() = default;
  // One line of input without its line end. `No` ends the program.
  virtual Continue line(std::string_view text) = 0;
  virtual void search_event(const SearchEvent& event) = 0;
};

}  // namespace rocada::protocol
