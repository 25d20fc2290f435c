// What the headers of util promise of the system, on Linux; files are in posix_files.cpp.
#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <string>

#include "util/huge_pages.h"
#include "util/interruption.h"
#include "util/process.h"
#include "util/processor.h"
#include "util/shared_library.h"
#include "util/shared_memory.h"

namespace rocada::util {

// ---------------------------------------------------------------------------------------------------------------------
// huge_pages.h

namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

constexpr std::size_t rounded_up(std::size_t bytes) { return (bytes + kHugePage - 1) / kHugePage * kHugePage; }

}  // namespace

bool fits_in_memory(std::size_t bytes) {
  const auto pages = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES));
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes / page <= pages / 10 * 9;
}

void* allocate_huge_pages(std::size_t bytes) {
  // The system hands out huge pages only where a range is aligned to them: more is asked for, and the ends given back.
  const std::size_t wanted = rounded_up(bytes);
  void* const mapped = mmap(nullptr, wanted + kHugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  char* const begin = static_cast<char*>(mapped);
  const std::size_t before =
      rounded_up(reinterpret_cast<std::uintptr_t>(begin)) - reinterpret_cast<std::uintptr_t>(begin);
  char* const aligned = begin + before;
  if (before > 0) munmap(begin, before);
  if (before < kHugePage) munmap(aligned + wanted, kHugePage - before);
  madvise(aligned, wanted, MADV_HUGEPAGE);  // no harm where it is refused
  return aligned;
}

void free_huge_pages(void* memory, std::size_t bytes) { munmap(memory, rounded_up(bytes)); }

bool renew_huge_pages(void* memory, std::size_t bytes) { return madvise(memory, bytes, MADV_DONTNEED) == 0; }

// ---------------------------------------------------------------------------------------------------------------------
// shared_memory.h

namespace {

constexpr std::int32_t kNoFile = -1;  // of memory that others have made

void* mapped(int file, std::size_t bytes) {
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) return nullptr;
  madvise(memory, bytes, MADV_HUGEPAGE);  // heard where transparent_hugepage/shmem_enabled says so
  return memory;
}

Error not_shared(const char* what) {
  return Error{fmt::format("memory cannot be shared: {}: {}", what, std::strerror(errno))};
}

}  // namespace

Result<std::unique_ptr<SharedMemory>> SharedMemory::make(std::size_t bytes) {
  const int file = memfd_create("rocada", MFD_CLOEXEC);
  if (file < 0) return not_shared("memfd_create");
  void* const memory = ftruncate(file, static_cast<off_t>(bytes)) == 0 ? mapped(file, bytes) : nullptr;
  if (memory == nullptr) {
    const Error error = not_shared("no room for it");
    close(file);
    return error;
  }
  return std::unique_ptr<SharedMemory>(new SharedMemory(memory, {getpid(), file, bytes}));
}

Result<std::unique_ptr<SharedMemory>> SharedMemory::use(const Place& place) {
  const std::string path = fmt::format("/proc/{}/fd/{}", place.process, place.file);
  const int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return not_shared(path.c_str());
  // Beyond its end there would be no memory to touch.
  struct stat facts {};
  const bool is_whole = fstat(file, &facts) == 0 && static_cast<std::uint64_t>(facts.st_size) == place.bytes;
  if (!is_whole) errno = EINVAL;
  void* const memory = is_whole ? mapped(file, static_cast<std::size_t>(place.bytes)) : nullptr;
  const Error error = not_shared(path.c_str());
  close(file);
  if (memory == nullptr) return error;
  return std::unique_ptr<SharedMemory>(new SharedMemory(memory, {place.process, kNoFile, place.bytes}));
}

SharedMemory::~SharedMemory() {
  munmap(data_, static_cast<std::size_t>(place_.bytes));
  if (place_.file != kNoFile) close(place_.file);
}

bool SharedMemory::renew() { return madvise(data_, static_cast<std::size_t>(place_.bytes), MADV_REMOVE) == 0; }

// ---------------------------------------------------------------------------------------------------------------------
// interruption.h

namespace {

// All that a signal handler can reach is global. The flag tells whoever works, the pipe wakes whoever waits for input.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);
int wake_up_pipe[2] = {-1, -1};

void note_interruption(int) {
  const int saved_errno = errno;
  interrupted = true;
  [[maybe_unused]] const ssize_t written = ::write(wake_up_pipe[1], "", 1);
  errno = saved_errno;
}

}  // namespace

bool catch_interrupts() {
  if (pipe2(wake_up_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return false;
  struct sigaction action {};
  action.sa_handler = note_interruption;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    if (sigaction(signal, nullptr, &before) != 0) return false;
    if (before.sa_handler == SIG_IGN) continue;
    if (sigaction(signal, &action, nullptr) != 0) return false;
  }
  return true;
}

const std::atomic<bool>& interruption() { return interrupted; }

void behave_as_engine() {
  signal(SIGINT, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGTERM, [](int) { std::_Exit(0); });
}

void outlive_readers() { signal(SIGPIPE, SIG_IGN); }

// ---------------------------------------------------------------------------------------------------------------------
// process.h

void prepare_process() {
  // A descriptor that whoever started us has closed would become that of the first file we open, and what is printed
  // would end up in there. Opened the wrong way round, it stays of no use but is taken.
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) >= 0) continue;
    ::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);  // takes the lowest that is free
  }
  signal(SIGXFSZ, SIG_IGN);
}

std::vector<std::string> arguments_of(int argc, char** argv) { return {argv + std::min(argc, 1), argv + argc}; }

bool is_terminal(std::FILE* stream) { return isatty(fileno(stream)) == 1; }

bool terminal_shows_utf8() {
  const locale_t user = newlocale(LC_CTYPE_MASK, "", locale_t{});
  if (user == locale_t{}) return false;
  const bool utf8 = std::string_view(nl_langinfo_l(CODESET, user)) == "UTF-8";
  freelocale(user);
  return utf8;
}

std::tm local_time(std::time_t time) {
  std::tm local{};
  localtime_r(&time, &local);
  return local;
}

std::size_t read_input(std::span<char> buffer) {
  while (true) {
    // Whoever gave us the input may have made it one that does not wait. Without a pipe there is nobody to wake us.
    pollfd sources[] = {{STDIN_FILENO, POLLIN, 0}, {wake_up_pipe[0], POLLIN, 0}};
    poll(sources, 2, -1);
    if (interrupted) return 0;
    const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    return static_cast<std::size_t>(std::max<ssize_t>(count, 0));
  }
}

namespace {

int end_of_input() {
  static const int event = eventfd(0, EFD_CLOEXEC);
  return event;
}

// False: there will be none.
bool await_room_in_output() {
  constexpr int kForever = -1;
  constexpr int kPatienceAtTheEndMs = 2000;
  pollfd awaited[] = {{STDOUT_FILENO, POLLOUT, 0}, {end_of_input(), POLLIN, 0}};
  while (poll(awaited, 2, kForever) < 0) continue;  // a signal
  if (awaited[0].revents != 0) return true;
  int ready = 0;
  while ((ready = poll(awaited, 1, kPatienceAtTheEndMs)) < 0) continue;
  return ready > 0;
}

}  // namespace

OutputFate write_output(std::string_view text) {
  while (!text.empty()) {
    if (!await_room_in_output()) return OutputFate::NobodyReads;
    // A pipe that has any room has room for that much.
    const ssize_t count = ::write(STDOUT_FILENO, text.data(), std::min<std::size_t>(text.size(), PIPE_BUF));
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count < 0) return errno == EPIPE ? OutputFate::NobodyListens : OutputFate::Failed;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return OutputFate::Written;
}

void expect_no_more_input() {
  constexpr std::uint64_t kOnce = 1;
  [[maybe_unused]] const ssize_t written = ::write(end_of_input(), &kOnce, sizeof kOnce);
}

// ---------------------------------------------------------------------------------------------------------------------
// processor.h

bool has_arm_dot_products() {
#ifdef __aarch64__
  return (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0;
#else
  return false;  // the bits are those of another processor
#endif
}

// ---------------------------------------------------------------------------------------------------------------------
// shared_library.h

Result<SharedLibrary> SharedLibrary::load(const char* name, int version) {
  void* const handle = dlopen(fmt::format("lib{}.so.{}", name, version).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return Error{dlerror()};
  return SharedLibrary(handle);
}

std::string SharedLibrary::what_to_get(const char* name, int version) {
  return fmt::format("lib{0}, on Debian the package lib{0}{1}", name, version);
}

void* SharedLibrary::find(const char* symbol) const { return dlsym(handle_, symbol); }

}  // namespace rocada::util
