#include "cluster/farewells.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace rocada::cluster {

void Farewells::note(const Message& message) {
  {
    const std::scoped_lock lock(mutex_);
    traffic_[static_cast<std::size_t>(message.from)] = traffic_in(message);
  }
  changed_.notify_all();
}

util::Result<util::Done> Farewells::ask_for() {
  constexpr std::chrono::seconds kTimeToLeave{3};
  post_.send_to_others(plain(Kind::Quit));
  std::unique_lock lock(mutex_);
  const auto missing = [&] {
    return std::find_if(traffic_.begin() + 1, traffic_.end(), [](const auto& traffic) { return !traffic.has_value(); });
  };
  if (changed_.wait_for(lock, kTimeToLeave, [&] { return missing() == traffic_.end(); })) return util::Done{};
  return util::Error{fmt::format("rank {} does not end", missing() - traffic_.begin())};
}

Traffic Farewells::of(std::size_t rank) {
  const std::scoped_lock lock(mutex_);
  return traffic_[rank].value_or(Traffic{});
}

}  // namespace rocada::cluster
