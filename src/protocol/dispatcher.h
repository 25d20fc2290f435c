// Dispatcher: the first handler every line meets. It finds out which protocol is spoken and hands everything on to it.
//
// `xboard` (or `protover`) picks CECP, `uci` picks UCI; once picked, a protocol stays until the program ends. Until
// then the console answers. White space around a line, a carriage return among it, is dropped here once for all; empty
// lines go nowhere.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "protocol/handler.h"

namespace rocada::protocol {

// How to build each handler; called when it is first needed.
struct HandlerFactories {
  using Factory = std::function<std::unique_ptr<Handler>()>;
  Factory cecp;
  Factory uci;
  Factory console;
};

class Dispatcher final : public Handler {
 public:
  explicit Dispatcher(HandlerFactories factories);

  Continue line(std::string_view text) override;
  void search_event(const SearchEvent& event) override;

 private:
  const HandlerFactories::Factory* protocol_picked_by(std::string_view word) const;

  HandlerFactories factories_;
  std::unique_ptr<Handler> handler_;
  bool picked_ = false;
};

}  // namespace rocada::protocol
