// Output: where a protocol's lines go. One call is one line, without its newline; it is out when the call returns.
#pragma once

#include <string_view>

namespace rocada::protocol {

class Output {
 public:
  virtual ~Output() = default;
  virtual void line(std::string_view text) = 0;
};

}  // namespace rocada::protocol
