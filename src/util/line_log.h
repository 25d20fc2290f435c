// LineLog: lines appended to a file, each with the time of day, each with the system as soon as it is written.
//
// It never waits for anybody and never stops its owner: a file that takes no more lines is closed, and the error told
// once. Used from one thread.
#pragma once

#include <string>
#include <string_view>

#include "util/file.h"
#include "util/result.h"

namespace rocada::util {

class LineLog {
 public:
  // From now on lines go to this file, after what it holds already. The error says why they cannot; then all stays as
  // it was.
  Result<Done> open(const std::string& path);
  void close() { file_ = File(); }
  bool is_open() const { return file_.is_open(); }

  // "2026-11-16 09:05:03.042 >> isready". Does nothing while no file is open.
  Result<Done> write(std::string_view mark, std::string_view line);

 private:
  std::string path_;
  File file_;
};

}  // namespace rocada::util
