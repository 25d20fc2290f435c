// What a command says that cannot do what was asked: one line, and nothing on standard output.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/process.h"

namespace rocada::test {

inline void expect_one_clear_error(const std::vector<std::string>& arguments, const std::string& words) {
  const Finished finished = run_rocada(arguments);
  EXPECT_EQ(finished.status, 2) << words;
  EXPECT_EQ(finished.out, "");
  EXPECT_EQ(std::ranges::count(finished.error, '\n'), 1) << finished.error;
  EXPECT_NE(finished.error.find(words), std::string::npos) << "said: " << finished.error;
}

}  // namespace rocada::test
