// Preloaded into a program: the time of day jumps by years, back and forth, at every look. Clocks that only go forward
// are left alone.
#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>

#include <atomic>

namespace {

time_t jump() {
  static std::atomic<int> looks{0};
  constexpr time_t kTenYears = 10 * 365 * 86400;
  return ++looks % 2 == 0 ? kTenYears : -kTenYears;
}

int real_clock_gettime(clockid_t clock, timespec* result) {
  using Function = int (*)(clockid_t, timespec*);
  static const auto function = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "clock_gettime"));
  return function(clock, result);
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* result) noexcept {
  const int status = real_clock_gettime(clock, result);
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) result->tv_sec += jump();
  return status;
}

int gettimeofday(timeval* result, void*) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  *result = {now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

time_t time(time_t* result) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  if (result != nullptr) *result = now.tv_sec;
  return now.tv_sec;
}

}  // extern "C"
