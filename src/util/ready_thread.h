// ReadyThread: a thread that lies ready for work. Made once, so that no work can fail for want of a thread.
//
// Used from one thread at a time.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace rocada::util {

// False: ReadyThread does its work on the caller's thread, at once.
bool has_threads();

// Throws std::system_error where the system gives no more threads, with a sentence that says so.
std::thread start_thread(std::function<void()> work);

class ReadyThread {
 public:
  ReadyThread();   // throws as start_thread() does
  ~ReadyThread();  // after the work in hand
  ReadyThread(const ReadyThread&) = delete;
  ReadyThread& operator=(const ReadyThread&) = delete;

  // After the work in hand, if any, has been done.
  void begin(std::function<void()> work);
  // Blocks until there is nothing to do.
  void wait();
  // There will be no more work: the thread ends when it has done what it has. Who ends many asks all of them before the
  // first is waited for.
  void end_soon();

 private:
  void work_until_the_end();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::function<void()> work_;  // none: idle
  bool ending_ = false;
  std::thread thread_;  // the last to begin: it uses all of the above
};

}  // namespace rocada::util
