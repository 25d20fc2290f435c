#include "util/file.h"

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "support/temporary_file.h"

namespace rocada::util {

namespace {

std::span<const std::byte> contents(std::string_view text) { return std::as_bytes(std::span(text)); }

std::string text_at(const File& file, std::uint64_t offset, std::size_t size) {
  std::string text(size, '?');
  text.resize(file.read_at(offset, std::as_writable_bytes(std::span(text))).value());
  return text;
}

}  // namespace

TEST(File, WhatIsWrittenAnywhereIsReadBackUpToTheEnd) {
  const test::TemporaryFile place("file");
  const File file = File::open_to_read_write(place.path());
  ASSERT_TRUE(file.is_open());
  EXPECT_TRUE(file.write_at(0, contents("usermove e2e4")));
  EXPECT_TRUE(file.write_at(9, contents("d7d5")));
  EXPECT_EQ(text_at(file, 0, 13), "usermove d7d5");
  EXPECT_EQ(text_at(file, 9, 100), "d7d5");
  EXPECT_EQ(text_at(file, 50, 100), "");
  EXPECT_TRUE(file.resize(8));
  EXPECT_TRUE(file.sync());
  EXPECT_EQ(file.size(), 8U);
}

TEST(File, LinesAreAppendedToWhatIsThere) {
  const test::TemporaryFile place("file");
  EXPECT_TRUE(File::open_to_append(place.path()).append("one\n"));
  EXPECT_TRUE(File::open_to_append(place.path()).append("two\n"));
  EXPECT_EQ(text_at(File::open_to_read(place.path()), 0, 100), "one\ntwo\n");
}

TEST(File, OnlyOneCanLockIt) {
  const test::TemporaryFile place("file");
  {
    const File first = File::open_to_read_write(place.path());
    const File second = File::open_to_read_write(place.path());
    EXPECT_TRUE(first.lock());
    EXPECT_FALSE(second.lock());
    EXPECT_EQ(errno, EWOULDBLOCK);
    EXPECT_TRUE(first.write_at(0, contents("held")));
    EXPECT_EQ(text_at(second, 0, 4), "held");  // reading is free
  }
  EXPECT_TRUE(File::open_to_read_write(place.path()).lock());
}

TEST(File, NamesMayHoldSpacesAndAnyLetters) {
  const test::TemporaryFile place("file");
  const std::filesystem::path path = path_of(place.path() + " Läufer ♞");
  EXPECT_TRUE(File::open_to_append(path).append("here"));
  EXPECT_TRUE(std::filesystem::exists(path));
  EXPECT_EQ(text_at(File::open_to_read(path), 0, 100), "here");
  EXPECT_TRUE(std::filesystem::remove(path));
}

TEST(File, WhatIsMissingOrNoFileIsRefused) {
  const test::TemporaryFile place("file");
  EXPECT_FALSE(File::open_to_read(place.path() + ".missing").is_open());
  EXPECT_EQ(errno, ENOENT);
  const File folder = File::open_to_read(std::filesystem::temp_directory_path());
  EXPECT_FALSE(folder.is_open() && folder.size());
}

TEST(File, ATemporaryStreamGivesBackWhatWasWritten) {
  std::FILE* const stream = create_temporary_stream();
  ASSERT_NE(stream, nullptr);
  std::fputs("e4\n", stream);
  std::rewind(stream);
  std::array<char, 8> text{};
  EXPECT_EQ(std::fread(text.data(), 1, text.size(), stream), 3U);
  EXPECT_EQ(std::string_view(text.data()), "e4\n");
  std::fclose(stream);
}

}  // namespace rocada::util
