// A file for what can only be read from one; in memory where the system has such a place.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace rocada::fuzz {

class ScratchFile {
 public:
  explicit ScratchFile(std::string_view name) : path_(folder() / ("rocada_fuzz_" + std::to_string(getpid()))) {
    path_ += '_';
    path_ += name;
  }
  ~ScratchFile() { remove(); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  std::string path() const { return path_.string(); }
  void write(std::string_view content) const {
    std::ofstream(path_, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
  }
  std::string content() const {
    std::string bytes(std::filesystem::file_size(path_), '\0');
    std::ifstream(path_, std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return bytes;
  }
  void remove() const {
    std::error_code not_there;
    std::filesystem::remove(path_, not_there);
  }

 private:
  static std::filesystem::path folder() {
    const std::filesystem::path memory = "/dev/shm";
    return access(memory.c_str(), W_OK) == 0 ? memory : std::filesystem::temp_directory_path();
  }

  std::filesystem::path path_;
};

}  // namespace rocada::fuzz
