// ready_thread.h for a system without threads: work is done where it is begun.
#include <utility>

#include "util/ready_thread.h"

namespace rocada::util {

bool has_threads() { return false; }

ReadyThread::ReadyThread() = default;

ReadyThread::~ReadyThread() = default;

void ReadyThread::end_soon() {}

void ReadyThread::begin(std::function<void()> work) { work(); }

void ReadyThread::wait() {}

}  // namespace rocada::util
