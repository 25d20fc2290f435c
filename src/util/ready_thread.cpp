#include "util/ready_thread.h"

#include <system_error>
#include <utility>

namespace rocada::util {

bool has_threads() { return true; }

std::thread start_thread(std::function<void()> work) {
  try {
    return std::thread(std::move(work));
  } catch (const std::system_error& refusal) {
    throw std::system_error(refusal.code(), "cannot start a thread");
  }
}

ReadyThread::ReadyThread() : thread_(start_thread([this] { work_until_the_end(); })) {}

ReadyThread::~ReadyThread() {
  end_soon();
  thread_.join();
}

void ReadyThread::end_soon() {
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
}

void ReadyThread::begin(std::function<void()> work) {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !work_; });
    work_ = std::move(work);
  }
  changed_.notify_all();
}

void ReadyThread::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return !work_; });
}

void ReadyThread::work_until_the_end() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return work_ || ending_; });
    if (!work_) return;
    lock.unlock();
    work_();
    lock.lock();
    work_ = nullptr;
    changed_.notify_all();
  }
}

}  // namespace rocada::util
