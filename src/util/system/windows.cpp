// What the headers of util promise of the system, on Windows. Its functions want UTF-16, and we speak UTF-8.
#include <fcntl.h>
#include <fmt/format.h>
#include <io.h>
#include <windows.h>

#include <shellapi.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <new>
#include <system_error>
#include <thread>

#include "util/file.h"
#include "util/huge_pages.h"
#include "util/interruption.h"
#include "util/process.h"
#include "util/processor.h"
#include "util/shared_library.h"
#include "util/shared_memory.h"

namespace rocada::util {

namespace {

// The reason of the last failure, where callers look for it.
bool fail_with_errno() {
  const std::error_code reason(static_cast<int>(GetLastError()), std::system_category());
  const std::error_condition same = reason.default_error_condition();
  errno = same.category() == std::generic_category() ? same.value() : EIO;
  return false;
}

std::string utf8_of(std::wstring_view text) {
  const int length = static_cast<int>(text.size());
  std::string utf8(3 * text.size(), '\0');
  const int bytes = WideCharToMultiByte(CP_UTF8, 0, text.data(), length, utf8.data(), static_cast<int>(utf8.size()),
                                        nullptr, nullptr);
  utf8.resize(static_cast<std::size_t>(bytes));
  return utf8;
}

}  // namespace

// ---------------------------------------------------------------------------------------------------------------------
// huge_pages.h: larger pages are for users with a privilege of their own, so these are ordinary ones.

bool fits_in_memory(std::size_t bytes) {
  MEMORYSTATUSEX memory{};
  memory.dwLength = sizeof memory;
  return GlobalMemoryStatusEx(&memory) != 0 && bytes <= memory.ullTotalPhys / 10 * 9;
}

void* allocate_huge_pages(std::size_t bytes) {
  return VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void free_huge_pages(void* memory, std::size_t) {
  if (memory != nullptr) VirtualFree(memory, 0, MEM_RELEASE);
}

bool renew_huge_pages(void* memory, std::size_t bytes) {
  if (VirtualFree(memory, bytes, MEM_DECOMMIT) == 0) return false;
  // They have only just been given back; whoever took them meanwhile has left us with nothing.
  if (VirtualAlloc(memory, bytes, MEM_COMMIT, PAGE_READWRITE) == nullptr) throw std::bad_alloc();
  return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// file.h

namespace {

HANDLE handle_of(int descriptor) { return reinterpret_cast<HANDLE>(_get_osfhandle(descriptor)); }

// Such a file may be opened by others, renamed and removed while it is open, as on other systems.
int open_descriptor(const wchar_t* path, DWORD access, DWORD disposition, DWORD attributes = FILE_ATTRIBUTE_NORMAL) {
  constexpr DWORD kSharing = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  HANDLE const handle = CreateFileW(path, access, kSharing, nullptr, disposition, attributes, nullptr);
  if (handle != INVALID_HANDLE_VALUE) return _open_osfhandle(reinterpret_cast<std::intptr_t>(handle), _O_BINARY);
  fail_with_errno();
  return -1;
}

OVERLAPPED place_at(std::uint64_t offset) {
  OVERLAPPED place{};
  place.Offset = static_cast<DWORD>(offset);
  place.OffsetHigh = static_cast<DWORD>(offset >> 32);
  return place;
}

// No call takes more bytes than fit its type.
DWORD bytes_at_once(std::size_t size) { return static_cast<DWORD>(std::min<std::size_t>(size, 1 << 30)); }

std::FILE* stream_of(int descriptor, const char* mode) { return descriptor < 0 ? nullptr : _fdopen(descriptor, mode); }

}  // namespace

File File::open_to_read(const std::filesystem::path& path) {
  return File(open_descriptor(path.c_str(), GENERIC_READ, OPEN_EXISTING));
}

File File::open_to_append(const std::filesystem::path& path) {
  return File(open_descriptor(path.c_str(), FILE_APPEND_DATA, OPEN_ALWAYS));
}

File File::open_to_read_write(const std::filesystem::path& path) {
  return File(open_descriptor(path.c_str(), GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS));
}

File::~File() {
  if (is_open()) _close(descriptor_);
}

std::optional<std::uint64_t> File::size() const {
  LARGE_INTEGER size{};
  HANDLE const handle = handle_of(descriptor_);
  if (GetFileType(handle) != FILE_TYPE_DISK || GetFileSizeEx(handle, &size) == 0) return std::nullopt;
  return static_cast<std::uint64_t>(size.QuadPart);
}

std::optional<std::size_t> File::read_at(std::uint64_t offset, std::span<std::byte> buffer) const {
  std::size_t done = 0;
  while (done < buffer.size()) {
    OVERLAPPED place = place_at(offset + done);
    DWORD count = 0;
    const DWORD wanted = bytes_at_once(buffer.size() - done);
    const bool read = ReadFile(handle_of(descriptor_), buffer.data() + done, wanted, &count, &place) != 0;
    if (!read && GetLastError() != ERROR_HANDLE_EOF) {
      fail_with_errno();
      return std::nullopt;
    }
    if (count == 0) break;
    done += count;
  }
  return done;
}

bool File::write_at(std::uint64_t offset, std::span<const std::byte> bytes) const {
  while (!bytes.empty()) {
    OVERLAPPED place = place_at(offset);
    DWORD count = 0;
    if (WriteFile(handle_of(descriptor_), bytes.data(), bytes_at_once(bytes.size()), &count, &place) == 0) {
      return fail_with_errno();
    }
    offset += count;
    bytes = bytes.subspan(count);
  }
  return true;
}

bool File::append(std::string_view text) const {
  while (!text.empty()) {
    DWORD count = 0;
    if (WriteFile(handle_of(descriptor_), text.data(), bytes_at_once(text.size()), &count, nullptr) == 0) {
      return fail_with_errno();
    }
    text.remove_prefix(count);
  }
  return true;
}

bool File::resize(std::uint64_t size) const { return _chsize_s(descriptor_, static_cast<std::int64_t>(size)) == 0; }

bool File::sync() const { return _commit(descriptor_) == 0; }

bool File::lock() const {
  // A locked byte cannot be read by others, so it is one that no file has.
  OVERLAPPED place = place_at(std::uint64_t{1} << 62);
  constexpr DWORD kAtOnce = LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY;
  if (LockFileEx(handle_of(descriptor_), kAtOnce, 0, 1, 0, &place) != 0) return true;
  if (GetLastError() != ERROR_LOCK_VIOLATION) return fail_with_errno();
  errno = EWOULDBLOCK;
  return false;
}

std::FILE* open_stream(const std::filesystem::path& path) {
  return stream_of(open_descriptor(path.c_str(), GENERIC_READ, OPEN_EXISTING), "rb");
}

std::FILE* create_stream(const std::filesystem::path& path) {
  return stream_of(open_descriptor(path.c_str(), GENERIC_WRITE, CREATE_ALWAYS), "wb");
}

std::FILE* create_temporary_stream() {
  wchar_t folder[MAX_PATH + 1];
  wchar_t name[MAX_PATH + 1];
  if (GetTempPathW(MAX_PATH, folder) == 0 || GetTempFileNameW(folder, L"roc", 0, name) == 0) {
    fail_with_errno();
    return nullptr;
  }
  constexpr DWORD kGoneWhenClosed = FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE;
  // DELETE is what lets others, who would remove it too, open it.
  return stream_of(open_descriptor(name, GENERIC_READ | GENERIC_WRITE | DELETE, CREATE_ALWAYS, kGoneWhenClosed), "w+b");
}

bool sync(std::FILE* stream) { return std::fflush(stream) == 0 && _commit(_fileno(stream)) == 0; }

bool may_create_files_in(const std::filesystem::path& directory) {
  constexpr int kIsThere = 0;  // who may write where is a long story here; it is told when the file is made
  return _waccess(directory.c_str(), kIsThere) == 0;
}

// After a drive there is a colon.
std::string_view directory_separators() { return ";"; }

// ---------------------------------------------------------------------------------------------------------------------
// Waiting for what may never come

namespace {

// Events of the system, of which two can be waited for at once. Never closed: who waits may do so when the program
// ends.
HANDLE new_event(BOOL stays) {
  HANDLE const event = CreateEventW(nullptr, stays, FALSE, nullptr);
  if (event == nullptr) throw std::bad_alloc();
  return event;
}
// Wakes one who waits, and is as before.
HANDLE passing_event() { return new_event(FALSE); }
// Wakes all who wait, and all who come to wait later.
HANDLE lasting_event() { return new_event(TRUE); }

// False: the other one came first.
bool await(HANDLE awaited, HANDLE other) {
  const HANDLE both[] = {awaited, other};
  return WaitForMultipleObjects(2, both, FALSE, INFINITE) == WAIT_OBJECT_0;
}

// Calls of the system that may block for ever, made by a thread of their own, so that one can stop waiting for them.
class Errands {
 public:
  Errands() {
    std::thread([this] { run_for_ever(); }).detach();
  }

  // The one before must have been waited for.
  void begin(std::function<void()> errand) {
    errand_ = std::move(errand);
    SetEvent(begun_);
  }
  HANDLE done() const { return done_; }

 private:
  void run_for_ever() {
    while (true) {
      WaitForSingleObject(begun_, INFINITE);
      errand_();
      SetEvent(done_);
    }
  }

  std::function<void()> errand_;
  HANDLE begun_ = passing_event();
  HANDLE done_ = passing_event();
};

}  // namespace

// ---------------------------------------------------------------------------------------------------------------------
// interruption.h

namespace {

std::atomic<bool> interrupted{false};

HANDLE interruption_event() {
  static HANDLE const event = lasting_event();
  return event;
}

// Runs in a thread that the system makes for it.
BOOL WINAPI note_interruption(DWORD event) {
  if (interrupted.exchange(true)) return FALSE;  // the second one ends us
  SetEvent(interruption_event());
  // Whose window is closed, or who logs off, ends when this returns or some seconds have passed: time to save.
  if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT) Sleep(INFINITE);
  return TRUE;
}

}  // namespace

bool catch_interrupts() { return SetConsoleCtrlHandler(note_interruption, TRUE) != 0; }

const std::atomic<bool>& interruption() { return interrupted; }

void behave_as_engine() { SetConsoleCtrlHandler(nullptr, TRUE); }

// Nothing else than an error of writing comes of it here.
void outlive_readers() {}

// ---------------------------------------------------------------------------------------------------------------------
// process.h

void prepare_process() {
  // A descriptor without a stream would become that of the first file we open.
  for (const int descriptor : {0, 1, 2}) {
    if (_get_osfhandle(descriptor) < 0) _open("NUL", descriptor == 0 ? _O_WRONLY : _O_RDONLY);
  }
  for (std::FILE* const stream : {stdin, stdout, stderr}) _setmode(_fileno(stream), _O_BINARY);
  // Else a console would get byte by byte what is a character only when it is whole.
  std::setvbuf(stdout, nullptr, _IOFBF, std::size_t{1} << 16);
  for (std::FILE* const stream : {stdout, stderr}) {
    HANDLE const handle = handle_of(_fileno(stream));
    DWORD mode = 0;
    if (GetConsoleMode(handle, &mode) == 0) continue;
    SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    SetConsoleOutputCP(CP_UTF8);
  }
}

std::vector<std::string> arguments_of(int, char**) {
  int count = 0;
  wchar_t** const words = CommandLineToArgvW(GetCommandLineW(), &count);
  if (words == nullptr) throw std::bad_alloc();
  std::vector<std::string> arguments;
  for (int i = 1; i < count; ++i) arguments.push_back(utf8_of(words[i]));
  LocalFree(words);
  return arguments;
}

bool is_terminal(std::FILE* stream) {
  DWORD mode = 0;
  if (GetConsoleMode(handle_of(_fileno(stream)), &mode) == 0) return false;
  return stream == stdin || (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

bool terminal_shows_utf8() { return true; }  // prepare_process() has told it to

std::tm local_time(std::time_t time) {
  std::tm local{};
  localtime_s(&local, &time);
  return local;
}

namespace {

// A console gives UTF-16, and Ctrl-Z at the beginning of a line is its end.
std::size_t read_console(HANDLE console, std::span<char> buffer) {
  wchar_t text[1024];
  constexpr wchar_t kCtrlZ = 26;
  const auto wanted = static_cast<DWORD>(std::min(std::size(text), buffer.size() / 3));
  DWORD count = 0;
  if (ReadConsoleW(console, text, wanted, &count, nullptr) == 0 || count == 0 || text[0] == kCtrlZ) return 0;
  const std::string utf8 = utf8_of({text, count});
  std::ranges::copy(utf8, buffer.begin());
  return utf8.size();
}

std::size_t read_standard_input(std::span<char> buffer) {
  HANDLE const input = GetStdHandle(STD_INPUT_HANDLE);
  DWORD count = 0;
  if (GetConsoleMode(input, &count) != 0) return read_console(input, buffer);
  if (ReadFile(input, buffer.data(), bytes_at_once(buffer.size()), &count, nullptr) == 0) return 0;
  return count;
}

}  // namespace

std::size_t read_input(std::span<char> buffer) {
  static Errands& reader = *new Errands;
  static char piece[4096];  // outlives who has stopped waiting
  static std::size_t count = 0;
  const std::span room = std::span(piece).first(std::min(buffer.size(), std::size(piece)));
  if (interrupted) return 0;
  reader.begin([room] { count = read_standard_input(room); });
  if (!await(reader.done(), interruption_event()) || interrupted) return 0;
  std::ranges::copy(room.first(count), buffer.begin());
  return count;
}

namespace {

HANDLE end_of_input() {
  static HANDLE const event = lasting_event();
  return event;
}

// 0, or what the system says.
DWORD write_standard_output(std::string_view text) {
  while (!text.empty()) {
    DWORD count = 0;
    HANDLE const output = GetStdHandle(STD_OUTPUT_HANDLE);
    if (WriteFile(output, text.data(), bytes_at_once(text.size()), &count, nullptr) == 0) return GetLastError();
    text.remove_prefix(count);
  }
  return 0;
}

}  // namespace

OutputFate write_output(std::string_view text) {
  constexpr DWORD kPatienceAtTheEndMs = 2000;
  static Errands& writer = *new Errands;
  static DWORD error = 0;
  writer.begin([whole = std::string(text)] { error = write_standard_output(whole); });
  if (!await(writer.done(), end_of_input()) &&
      WaitForSingleObject(writer.done(), kPatienceAtTheEndMs) == WAIT_TIMEOUT) {
    return OutputFate::NobodyReads;
  }
  if (error == 0) return OutputFate::Written;
  if (error == ERROR_NO_DATA || error == ERROR_BROKEN_PIPE || error == ERROR_PIPE_NOT_CONNECTED) {
    return OutputFate::NobodyListens;
  }
  SetLastError(error);
  fail_with_errno();
  return OutputFate::Failed;
}

void expect_no_more_input() { SetEvent(end_of_input()); }

// ---------------------------------------------------------------------------------------------------------------------
// processor.h

bool has_arm_dot_products() { return false; }  // the program for Windows is one for x86-64

// ---------------------------------------------------------------------------------------------------------------------
// shared_memory.h: a cluster's ranks want it, and there is none on Windows.

Result<std::unique_ptr<SharedMemory>> SharedMemory::make(std::size_t) {
  return Error{"memory cannot be shared on Windows"};
}
Result<std::unique_ptr<SharedMemory>> SharedMemory::use(const Place&) { return make(0); }
SharedMemory::~SharedMemory() = default;
bool SharedMemory::renew() { return false; }

// ---------------------------------------------------------------------------------------------------------------------
// shared_library.h

namespace {

std::string file_name(const char* name, int version) { return fmt::format("lib{}-{}.dll", name, version); }

}  // namespace

Result<SharedLibrary> SharedLibrary::load(const char* name, int version) {
  void* const handle = LoadLibraryA(file_name(name, version).c_str());
  if (handle == nullptr) return Error{std::system_category().message(static_cast<int>(GetLastError()))};
  return SharedLibrary(handle);
}

std::string SharedLibrary::what_to_get(const char* name, int version) {
  return file_name(name, version) + " beside the program";
}

void* SharedLibrary::find(const char* symbol) const {
  return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(handle_), symbol));
}

}  // namespace rocada::util
