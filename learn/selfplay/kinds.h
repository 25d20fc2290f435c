// The kinds of networks that play, and how code is chosen for the one at hand.
#pragma once

#include "selfplay/layered.h"
#include "selfplay/plain.h"
#include "selfplay/weights.h"

namespace rocada::selfplay {

// A network of one kind, as those who play with it want it.
template <typename Net>
struct Weights {
  explicit Weights(const NetworkNumbers& numbers) { Net::fill(near, far, numbers); }
  typename Net::Near near{};
  typename Net::Far far{};
};

template <typename Net>
struct Kind {
  using Type = Net;
};

// What use(Kind<Net>()), a Result of anything, makes of it; an error where no Net plays with such a network.
template <typename Use>
auto for_kind_of(const NetworkNumbers& network, Use&& use) -> decltype(use(Kind<Layered>())) {
  if (network.layered) return use(Kind<Layered>());
  if (network.width == 64) return use(Kind<Plain<64>>());
  if (network.width == 128) return use(Kind<Plain<128>>());
  return unsupported_width(network.width);
}

}  // namespace rocada::selfplay
