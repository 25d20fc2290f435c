#include "util/gate.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace rocada::util {
namespace {

TEST(Gate, LetsPassWhileItIsOpen) {
  Gate gate;
  EXPECT_FALSE(gate.is_closed());
  gate.pass();
  gate.close();
  EXPECT_TRUE(gate.is_closed());
  gate.open();
  gate.pass();
}

TEST(Gate, NobodyIsForgottenHoweverOftenItOpensAndCloses) {
  constexpr int kTimes = 20000;
  Gate gate;
  std::atomic<int> passed = 0;
  std::thread walker([&] {
    for (int i = 0; i < kTimes; ++i) {
      gate.pass();
      ++passed;
    }
  });
  while (passed < kTimes) {
    gate.close();
    gate.open();
  }
  walker.join();
}

TEST(Gate, HoldsWhoComesToItUntilItOpens) {
  Gate gate;
  gate.close();
  bool is_open = false;
  bool was_open = false;
  std::thread walker([&] {
    gate.pass();
    was_open = is_open;
  });
  is_open = true;  // seen by who passes after open()
  gate.open();
  walker.join();
  EXPECT_TRUE(was_open);
}

}  // namespace
}  // namespace rocada::util
