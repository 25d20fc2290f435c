#include "support/process.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <thread>

namespace rocada::test {

namespace {

std::string read_all(std::FILE* file) {
  std::rewind(file);
  std::string text;
  char buffer[4096];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, file)) text.append(buffer, count);
  std::fclose(file);
  return text;
}

[[noreturn]] void become_rocada(std::vector<std::string> arguments) {
  // Whoever runs the tests may ignore signals, a shell in the background SIGINT; the program would go on ignoring them.
  for (const int number : {SIGINT, SIGHUP, SIGTERM, SIGPIPE}) std::signal(number, SIG_DFL);
  std::string binary = ROCADA_BINARY;
  std::vector<char*> argv = {binary.data()};
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  execv(argv[0], argv.data());
  _exit(127);
}

}  // namespace

Finished run_rocada(const std::vector<std::string>& arguments, const std::string& input) {
  std::FILE* in = std::tmpfile();
  std::FILE* out = std::tmpfile();
  std::FILE* error = std::tmpfile();
  std::fwrite(input.data(), 1, input.size(), in);
  std::rewind(in);

  const pid_t child = fork();
  if (child == 0) {
    dup2(fileno(in), STDIN_FILENO);
    dup2(fileno(out), STDOUT_FILENO);
    dup2(fileno(error), STDERR_FILENO);
    become_rocada(arguments);
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  std::fclose(in);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read_all(out), read_all(error)};
}

RunningEngine::RunningEngine(const std::vector<std::string>& arguments) {
  int to_engine[2];
  int from_engine[2];
  EXPECT_EQ(pipe(to_engine), 0);
  EXPECT_EQ(pipe(from_engine), 0);
  process_ = fork();
  if (process_ == 0) {
    dup2(to_engine[0], STDIN_FILENO);
    dup2(from_engine[1], STDOUT_FILENO);
    for (const int end : {to_engine[0], to_engine[1], from_engine[0], from_engine[1]}) close(end);
    become_rocada(arguments);
  }
  close(to_engine[0]);
  close(from_engine[1]);
  input_ = to_engine[1];
  output_ = from_engine[0];
  std::signal(SIGPIPE, SIG_IGN);
}

RunningEngine::~RunningEngine() {
  close_input();
  close(output_);
  if (process_ > 0) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
}

void RunningEngine::send(const std::string& lines) {
  const std::string text = lines + "\n";
  EXPECT_EQ(write(input_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

void RunningEngine::close_input() {
  if (input_ >= 0) close(input_);
  input_ = -1;
}

void RunningEngine::signal(int number) { kill(process_, number); }

std::string RunningEngine::await(const std::string& beginning, std::chrono::milliseconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (true) {
    for (std::size_t end = pending_.find('\n'); end != std::string::npos; end = pending_.find('\n')) {
      const std::string line = pending_.substr(0, end);
      pending_.erase(0, end + 1);
      seen.push_back(line);
      if (line.starts_with(beginning)) return line;
    }
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    pollfd waiting{output_, POLLIN, 0};
    if (left.count() <= 0 || poll(&waiting, 1, static_cast<int>(left.count())) <= 0) return "";
    char buffer[4096];
    const ssize_t count = read(output_, buffer, sizeof buffer);
    if (count <= 0) return "";
    pending_.append(buffer, static_cast<std::size_t>(count));
  }
}

std::optional<int> RunningEngine::await_end(std::chrono::milliseconds patience) {
  // The output closes with the process, so there is something to wait for without looking again and again.
  await("no line begins like this", patience);
  int status = 0;
  if (waitpid(process_, &status, WNOHANG) != process_) {
    std::this_thread::yield();
    if (waitpid(process_, &status, WNOHANG) != process_) {
      pollfd none{-1, 0, 0};
      poll(&none, 1, 50);  // closed its output, but the system has not buried it yet
      if (waitpid(process_, &status, WNOHANG) != process_) return std::nullopt;
    }
  }
  process_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::chrono::milliseconds RunningEngine::processor_time() const {
  std::ifstream stat("/proc/" + std::to_string(process_) + "/stat");
  std::string word;
  for (int field = 1; field <= 13; ++field) stat >> word;
  long user = 0;
  long system = 0;
  stat >> user >> system;
  return std::chrono::milliseconds((user + system) * 1000 / sysconf(_SC_CLK_TCK));
}

}  // namespace rocada::test
