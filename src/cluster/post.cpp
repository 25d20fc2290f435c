#include "cluster/post.h"

namespace rocada::cluster {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBetweenLooks{1};
constexpr std::chrono::milliseconds kBetweenLooksWhenIdle{10};
constexpr std::chrono::seconds kIdleAfter{2};
constexpr std::chrono::seconds kPatienceAtTheEnd{1};

}  // namespace

void Post::send(int to, Bytes bytes) {
  {
    const std::scoped_lock lock(mutex_);
    waiting_.emplace_back(to, std::move(bytes));
  }
  changed_.notify_one();
}

void Post::send_to_others(const Bytes& bytes) {
  for (int to = 0; to < size(); ++to) {
    if (to != rank()) send(to, bytes);
  }
}

void Post::end() {
  {
    const std::scoped_lock lock(mutex_);
    ending_since_ = Clock::now();
  }
  changed_.notify_one();
}

bool Post::send_what_waits() {
  std::deque<std::pair<int, Bytes>> leaving;
  {
    const std::scoped_lock lock(mutex_);
    leaving.swap(waiting_);
  }
  for (auto& [to, bytes] : leaving) {
    ++traffic_.messages_sent;
    traffic_.bytes_sent += bytes.size();
    transport_.send(to, std::move(bytes));
  }
  return !leaving.empty();
}

bool Post::everything_has_left() {
  for (int to = 0; to < size(); ++to) {
    if (transport_.unsent(to) > 0) return false;
  }
  return true;
}

void Post::run(const std::function<void(const Message&)>& handle, const std::function<bool()>& turn) {
  auto last_event = Clock::now();
  while (true) {
    bool busy = send_what_waits();
    while (const auto message = transport_.receive()) {
      busy = true;
      ++traffic_.messages_received;
      traffic_.bytes_received += message->bytes.size();
      handle(*message);
    }
    if (turn()) busy = true;
    const auto now = Clock::now();
    if (busy) last_event = now;
    std::unique_lock lock(mutex_);
    const bool is_late = ending_since_ && now - *ending_since_ >= kPatienceAtTheEnd;
    if (ending_since_ && waiting_.empty() && (is_late || everything_has_left())) return;
    const auto pause = now - last_event < kIdleAfter ? kBetweenLooks : kBetweenLooksWhenIdle;
    changed_.wait_for(lock, pause, [&] { return !waiting_.empty(); });
  }
}

}  // namespace rocada::cluster
