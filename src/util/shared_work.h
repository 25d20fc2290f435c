// Work that others can help with: units that are handed out, and results that are taken back, all of them text.
//
// Whoever has work (an analysis, a run of self-play) offers it as a WorkSource while its own threads take from the same
// store; whoever can have it done elsewhere is a Helpers. Neither knows the other.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "util/result.h"

namespace rocada::util {

// From any thread.
class WorkSource {
 public:
  virtual ~WorkSource() = default;
  // Nothing where none is left, or where something went wrong.
  virtual std::optional<std::string> next_unit() = 0;
  virtual void add_result(std::string_view result) = 0;
  // The work cannot go on.
  virtual void fail(const Error& error) = 0;
};

enum class Outstanding { Await, Abandon };

class Helpers {
 public:
  virtual ~Helpers() = default;
  // From now on until finish(), units are taken.
  virtual void begin(WorkSource& source) = 0;
  // Takes no more units, and blocks until the source has the results of those taken, unless they are abandoned. The
  // source is not used after that.
  virtual void finish(Outstanding outstanding) = 0;
};

}  // namespace rocada::util
