#include "util/interruption.h"

#include <signal.h>

#include <atomic>
#include <initializer_list>

namespace rocada::util {

namespace {

// All that a signal handler can reach is global.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace

bool catch_interrupts(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    if (sigaction(signal, nullptr, &before) != 0) return false;
    if (before.sa_handler == SIG_IGN) continue;
    if (sigaction(signal, &action, nullptr) != 0) return false;
  }
  return true;
}

bool catch_interrupts() {
  return catch_interrupts([](int) { interrupted = true; });
}

bool is_interrupted() { return interrupted; }

}  // namespace rocada::util
