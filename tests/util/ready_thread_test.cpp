#include "util/ready_thread.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace rocada::util {
namespace {

TEST(ReadyThread, DoesOnePieceOfWorkAfterAnotherOnItsOwnThread) {
  ReadyThread thread;
  thread.wait();  // there is nothing to wait for
  std::vector<int> done;
  std::thread::id worker;
  for (int i = 0; i < 100; ++i) {
    thread.begin([&, i] {
      done.push_back(i);
      worker = std::this_thread::get_id();
    });
    if (i % 3 == 0) thread.wait();
  }
  thread.wait();
  EXPECT_NE(worker, std::this_thread::get_id());
  ASSERT_EQ(done.size(), 100U);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(done[static_cast<std::size_t>(i)], i);
}

TEST(ReadyThread, TheEndComesAfterTheWorkInHand) {
  std::atomic<int> done{0};
  for (int i = 1; i <= 100; ++i) {
    {
      ReadyThread thread;
      thread.begin([&] { ++done; });
    }
    ASSERT_EQ(done, i);
  }
}

}  // namespace
}  // namespace rocada::util
