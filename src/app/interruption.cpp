#include "app/interruption.h"

#include <signal.h>

#include <atomic>

namespace rocada::app {

namespace {

// All that a signal handler can reach is global.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace

bool catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = [](int) { interrupted = true; };
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  return sigaction(SIGINT, &action, nullptr) == 0 && sigaction(SIGTERM, &action, nullptr) == 0 &&
         sigaction(SIGHUP, &action, nullptr) == 0;
}

bool is_interrupted() { return interrupted; }

}  // namespace rocada::app
