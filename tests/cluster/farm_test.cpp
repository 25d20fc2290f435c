#include "cluster/farm.h"

#include <gtest/gtest.h>

#include <map>

#include "cluster/in_process_transport.h"

namespace rocada::cluster {
namespace {

// Numbers from 0; results are told apart by who did them.
class Numbers final : public util::WorkSource {
 public:
  explicit Numbers(int count) : count_(count) {}

  std::optional<std::string> next_unit() override {
    const std::scoped_lock lock(mutex_);
    if (next_ == count_ || failure_) return std::nullopt;
    return std::to_string(next_++);
  }
  void add_result(std::string_view result) override {
    const std::scoped_lock lock(mutex_);
    ++results_[std::string(result)];
  }
  void fail(const util::Error& error) override {
    const std::scoped_lock lock(mutex_);
    failure_ = error;
  }

  // After the work.
  const std::map<std::string, int>& results() const { return results_; }
  std::string failure() {
    const std::scoped_lock lock(mutex_);
    return failure_ ? failure_->message : "";
  }

 private:
  const int count_;
  std::mutex mutex_;
  int next_ = 0;
  std::map<std::string, int> results_;
  std::optional<util::Error> failure_;
};

// Rank 0 with its foreman, and hands on the other ranks.
class Farm {
 public:
  Farm(int ranks, int threads, const MakeHand& make_hand) : cluster_(ranks) {
    for (int rank = 1; rank < ranks; ++rank) {
      threads_.emplace_back([this, rank, threads, make_hand] {
        Post post(cluster_[rank]);
        Hands hands(post, threads, make_hand);
        hands.begin();
        post.run([&](const Message& message) { hands.handle(message); }, [] { return false; });
      });
    }
    threads_.emplace_back(
        [this] { post_.run([this](const Message& message) { foreman_.handle(message); }, [] { return false; }); });
  }
  ~Farm() {
    EXPECT_TRUE(foreman_.dismiss().ok());
    post_.end();
  }
  Farm(const Farm&) = delete;
  Farm& operator=(const Farm&) = delete;

  Foreman& foreman() { return foreman_; }

 private:
  test::InProcessCluster cluster_;
  Post post_{cluster_[0]};
  Foreman foreman_{post_};
  std::vector<std::jthread> threads_;
};

util::Result<DoUnit> doubling(const std::function<bool()>&) {
  return DoUnit([](std::string_view unit) { return std::string(unit) + std::string(unit); });
}

TEST(Farm, EveryUnitIsDoneOnceWhoeverDoesIt) {
  Numbers numbers(500);
  {
    Farm farm(4, 2, doubling);
    farm.foreman().begin(numbers);
    // The one that has the work takes some as well.
    for (int i = 0; i < 10; ++i) {
      const auto unit = numbers.next_unit();
      if (unit) numbers.add_result(*unit + *unit);
    }
    while (const auto unit = numbers.next_unit()) numbers.add_result(*unit + *unit);
    farm.foreman().finish(util::Outstanding::Await);
  }
  ASSERT_EQ(numbers.results().size(), 500u);
  for (int i = 0; i < 500; ++i) {
    EXPECT_EQ(numbers.results().at(std::to_string(i) + std::to_string(i)), 1) << i;
  }
}

TEST(Farm, WhatIsMissingOnAMachineIsAFailureOfTheWork) {
  Numbers numbers(1'000'000'000);
  Farm farm(3, 1, [](const std::function<bool()>&) -> util::Result<DoUnit> { return util::Error{"no network"}; });
  farm.foreman().begin(numbers);
  while (numbers.failure().empty()) std::this_thread::yield();
  EXPECT_FALSE(numbers.next_unit().has_value());
  farm.foreman().finish(util::Outstanding::Abandon);
  EXPECT_TRUE(numbers.failure().ends_with(": no network")) << numbers.failure();
  EXPECT_TRUE(numbers.failure().starts_with("rank ")) << numbers.failure();
}

// Units that only end when they are told to.
TEST(Farm, WorkThatIsAbandonedIsBrokenOff) {
  Numbers numbers(100);
  std::atomic<int> begun = 0;
  Farm farm(3, 1, [&](const std::function<bool()>& should_stop) -> util::Result<DoUnit> {
    return DoUnit([&begun, should_stop](std::string_view) -> std::optional<std::string> {
      ++begun;
      while (!should_stop()) std::this_thread::yield();
      return std::nullopt;
    });
  });
  farm.foreman().begin(numbers);
  while (begun < 2) std::this_thread::yield();
  farm.foreman().finish(util::Outstanding::Abandon);
  EXPECT_TRUE(numbers.results().empty());
}

}  // namespace
}  // namespace rocada::cluster
