#include "protocol/dispatcher.h"

#include <utility>

#include "protocol/command_table.h"
#include "util/strings.h"

namespace rocada::protocol {

Dispatcher::Dispatcher(HandlerFactories factories) : factories_(std::move(factories)) {}

const HandlerFactories::Factory* Dispatcher::protocol_picked_by(std::string_view word) const {
  if (word == "xboard" || word == "protover") return &factories_.cecp;
  if (word == "uci") return &factories_.uci;
  return nullptr;
}

Continue Dispatcher::line(std::string_view text) {
  const std::string_view clean = util::trim(text);
  if (clean.empty()) return Continue::Yes;
  if (!picked_) {
    if (const auto* factory = protocol_picked_by(util::split_first_word(clean).word)) {
      handler_.reset();  // the console ends its search before the protocol comes to life
      handler_ = (*factory)();
      picked_ = true;
    } else if (handler_ == nullptr) {
      handler_ = factories_.console();
    }
  }
  return handler_->line(clean);
}

void Dispatcher::search_event(const SearchEvent& event) {
  if (handler_ != nullptr) handler_->search_event(event);
}

}  // namespace rocada::protocol
