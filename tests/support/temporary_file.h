// Files to keep something in for the length of a test.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace rocada::test {

// A path nobody else uses; the file, if the test makes one, goes with the object.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name)
      : path_(::testing::TempDir() + std::to_string(getpid()) + "." +
              ::testing::UnitTest::GetInstance()->current_test_info()->name() + "." + name) {
    std::filesystem::remove(path_);
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }
  std::uint64_t size() const { return std::filesystem::file_size(path_); }
  void cut_at(std::uint64_t size) const { std::filesystem::resize_file(path_, size); }
  std::string content() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // Changes one bit, by its number among the eight of the byte.
  void flip(std::size_t at, std::size_t bit = 0) const {
    std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
    file.seekg(static_cast<std::streamoff>(at));
    const int byte = file.get();
    file.seekp(static_cast<std::streamoff>(at));
    file.put(static_cast<char>(byte ^ 1 << bit));
  }
  void write(const std::string& content) const { std::ofstream(path_, std::ios::binary) << content; }

 private:
  std::string path_;
};

}  // namespace rocada::test
