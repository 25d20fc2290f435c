#include "cluster/farm.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>

namespace rocada::cluster {

using util::Error;

// ---------------------------------------------------------------------------------------------------------------------
// Rank 0

void Foreman::begin(util::WorkSource& source) {
  const std::scoped_lock lock(mutex_);
  source_ = &source;
  if (early_failure_) source.fail(*early_failure_);
  for (const int rank : std::exchange(asked_before_begin_, {})) give(rank);
}

// Under the mutex.
void Foreman::give(int to) {
  const auto unit = source_->next_unit();
  if (!unit) return post_.send(to, plain(Kind::NoMore));
  ++outstanding_;
  post_.send(to, with_text(Kind::Unit, *unit));
}

void Foreman::finish(util::Outstanding outstanding) {
  std::unique_lock lock(mutex_);
  finished_ = true;
  if (outstanding == util::Outstanding::Abandon) {
    post_.send_to_others(plain(Kind::Stop));  // and nobody waits: they may be gone already
  } else {
    changed_.wait(lock, [&] { return outstanding_ == 0; });
  }
  source_ = nullptr;
}

void Foreman::handle(const Message& message) {
  const std::scoped_lock lock(mutex_);
  switch (kind_of(message)) {
    case Kind::Ask:
      if (finished_) {
        post_.send(message.from, plain(Kind::NoMore));
      } else if (source_ == nullptr) {
        asked_before_begin_.push_back(message.from);
      } else {
        give(message.from);
      }
      break;
    case Kind::Result:
      --outstanding_;
      if (source_ != nullptr) source_->add_result(text_in(message));
      break;
    case Kind::Dropped: --outstanding_; break;
    case Kind::Failed:
      early_failure_ = Error{fmt::format("rank {} on {}", message.from, text_in(message))};
      if (source_ != nullptr) source_->fail(*early_failure_);
      break;
    case Kind::Farewell: farewells_.note(message); break;
    default: break;  // nothing else comes to a foreman
  }
  changed_.notify_all();
}

// ---------------------------------------------------------------------------------------------------------------------
// The others

Hands::Hands(Post& post, int threads, MakeHand make_hand)
    : post_(post), host_(post.host()), threads_wanted_(threads), make_hand_(std::move(make_hand)) {}

void Hands::begin() {
  try {
    while (std::cmp_less(threads_.size(), threads_wanted_)) threads_.emplace_back([this] { work(); });
  } catch (const std::system_error& error) {
    // Where the system gives no more threads, those there are do all of the work.
    if (threads_.empty()) fail(error.code().message());
  }
}

Hands::~Hands() {
  stopping_ = true;
  for (std::size_t i = 0; i < threads_.size(); ++i) units_.push(std::nullopt);
  for (std::thread& thread : threads_) thread.join();
}

void Hands::fail(std::string_view why) { post_.send(0, with_text(Kind::Failed, fmt::format("{}: {}", host_, why))); }

void Hands::work() {
  const auto hand = make_hand_([this] { return stopping_.load(); });
  if (!hand) return fail(hand.error().message);
  while (true) {
    post_.send(0, plain(Kind::Ask));
    const auto unit = units_.pop();
    if (!unit) return;
    const auto result = (*hand)(*unit);
    post_.send(0, result ? with_text(Kind::Result, *result) : plain(Kind::Dropped));
  }
}

void Hands::handle(const Message& message) {
  switch (kind_of(message)) {
    case Kind::Unit: units_.push(text_in(message)); break;
    case Kind::NoMore: units_.push(std::nullopt); break;
    case Kind::Stop: stopping_ = true; break;
    case Kind::Quit:
      post_.send(0, to_bytes(post_.traffic()));
      post_.end();
      break;
    default: break;  // nothing else comes to a hand
  }
}

}  // namespace rocada::cluster
