#include "util/line_log.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <regex>

#include "support/temporary_file.h"

namespace rocada::util {
namespace {

using test::TemporaryFile;

TEST(LineLog, EachLineIsInTheFileAtOnceWithItsTime) {
  const TemporaryFile file("log");
  LineLog log;
  EXPECT_TRUE(log.write(">>", "nobody listens").ok());
  ASSERT_TRUE(log.open(file.path()).ok());
  EXPECT_TRUE(log.write(">>", "isready").ok());
  EXPECT_TRUE(log.write("<<", "readyok").ok());
  const std::string time = R"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} )";
  EXPECT_TRUE(std::regex_match(file.content(), std::regex(time + ">> isready\n" + time + "<< readyok\n")))
      << file.content();
}

TEST(LineLog, WhatTheFileHeldStays) {
  const TemporaryFile file("log");
  file.write("yesterday\n");
  LineLog log;
  ASSERT_TRUE(log.open(file.path()).ok());
  EXPECT_TRUE(log.write(">>", "today").ok());
  EXPECT_TRUE(file.content().starts_with("yesterday\n2")) << file.content();
}

TEST(LineLog, AFileThatCannotBeWrittenChangesNothing) {
  const TemporaryFile file("log");
  const TemporaryFile pipe("pipe");
  std::filesystem::remove(pipe.path());
  ASSERT_EQ(mkfifo(pipe.path().c_str(), 0600), 0);
  LineLog log;
  ASSERT_TRUE(log.open(file.path()).ok());
  for (const std::string& bad : {std::string("/no/such/log"), std::string("/"), pipe.path()}) {
    const auto opened = log.open(bad);
    ASSERT_FALSE(opened.ok()) << bad;
    EXPECT_TRUE(opened.error().message.starts_with("cannot write to " + bad + ": ")) << opened.error().message;
  }
  EXPECT_TRUE(log.write(">>", "still here").ok());
  EXPECT_NE(file.content().find("still here\n"), std::string::npos);
}

TEST(LineLog, AFullDiskEndsItOnce) {
  LineLog log;
  ASSERT_TRUE(log.open("/dev/full").ok());
  const auto written = log.write(">>", "too much");
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().message, "cannot write to /dev/full: No space left on device");
  EXPECT_FALSE(log.is_open());
  EXPECT_TRUE(log.write(">>", "nobody listens").ok());
}

}  // namespace
}  // namespace rocada::util
