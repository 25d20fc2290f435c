// OutputFile: a file that appears whole or not at all.
//
// Written under another name beside its place (FILE.partial), and put there when it is complete.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

#include "util/result.h"

namespace rocada::util {

class OutputFile {
 public:
  // Could a file be put there? The error says why not.
  static Result<Done> check(const std::filesystem::path& path);
  static Result<OutputFile> create(const std::filesystem::path& path);
  OutputFile(OutputFile&&) = default;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();  // removes what was not put in place

  Result<Done> write(std::string_view text);
  // Everything is on the disk, under the other name.
  Result<Done> complete();
  Result<Done> put_in_place();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  OutputFile(std::filesystem::path path, std::filesystem::path partial, std::FILE* file)
      : path_(std::move(path)), partial_(std::move(partial)), file_(file) {}
  Error failure() const;

  std::filesystem::path path_;
  std::filesystem::path partial_;  // empty once it is in place
  std::unique_ptr<std::FILE, Closer> file_;
};

}  // namespace rocada::util
