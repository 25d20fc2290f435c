#include "util/output_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "support/temporary_file.h"

namespace rocada::util {
namespace {

using test::TemporaryFile;

TEST(OutputFile, AppearsWhole) {
  const TemporaryFile place("out");
  place.write("old");
  auto file = OutputFile::create(place.path());
  ASSERT_TRUE(file.ok()) << file.error().message;
  ASSERT_TRUE(file->write("new").ok());
  ASSERT_TRUE(file->complete().ok());
  EXPECT_EQ(place.content(), "old");
  ASSERT_TRUE(file->put_in_place().ok());
  EXPECT_EQ(place.content(), "new");
}

TEST(OutputFile, OrNotAtAll) {
  const TemporaryFile place("out");
  {
    auto file = OutputFile::create(place.path());
    ASSERT_TRUE(file.ok()) << file.error().message;
    ASSERT_TRUE(file->write("half").ok());
  }
  EXPECT_FALSE(std::filesystem::exists(place.path()));
  EXPECT_FALSE(std::filesystem::exists(place.path() + ".partial"));
}

TEST(OutputFile, TheReasonIsKnownBeforeTheWork) {
  const TemporaryFile plain("plain");
  plain.write("a file");
  struct Place {
    std::string path;
    std::string reason;
  };
  for (const auto& [path, reason] : {Place{plain.path() + "/out", "Not a directory"},
                                     {"/no/such/out", "No such file or directory"},
                                     {"/", "Is a directory"}}) {
    const auto checked = OutputFile::check(path);
    ASSERT_FALSE(checked.ok()) << path;
    EXPECT_EQ(checked.error().message, "cannot write " + path + ": " + reason);
  }
  EXPECT_TRUE(OutputFile::check(plain.path()).ok());
  EXPECT_TRUE(OutputFile::check("a_file_beside_the_program").ok());
}

}  // namespace
}  // namespace rocada::util
