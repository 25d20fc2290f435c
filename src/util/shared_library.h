// SharedLibrary: a library of the system, loaded by name once it is wanted, so that the program runs without it too.
//
// It is never unloaded. util/system holds the code.
#pragma once

#include <string>

#include "util/result.h"

namespace rocada::util {

class SharedLibrary {
 public:
  // ("fathom", 1) is libfathom.so.1 or libfathom-1.dll. The error is the system's reason.
  static Result<SharedLibrary> load(const char* name, int version);
  // What a user has to get where it is missing: "libfathom, on Debian the package libfathom1".
  static std::string what_to_get(const char* name, int version);

  // Null where it has no such symbol.
  void* find(const char* symbol) const;

 private:
  explicit SharedLibrary(void* handle) : handle_(handle) {}

  void* handle_;
};

}  // namespace rocada::util
