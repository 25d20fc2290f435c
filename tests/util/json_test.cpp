#include "util/json.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/json_checker.h"
#include "util/random.h"

namespace rocada::util {
namespace {

using test::JsonChecker;

TEST(Json, AnyBytesMakeAValidString) {
  Random random(5);
  for (int round = 0; round < 2000; ++round) {
    std::string bytes;
    for (std::uint32_t length = random.below(12); bytes.size() < length;) {
      bytes += static_cast<char>(random.below(256));
    }
    ASSERT_TRUE(JsonChecker::accepts(json_string(bytes))) << json_string(bytes);
  }
}

TEST(Json, StringsKeepWhatTheyCan) {
  EXPECT_EQ(json_string("plain"), "\"plain\"");
  EXPECT_EQ(json_string("a\"b\\c\n\x1F"), "\"a\\\"b\\\\c\\u000a\\u001f\"");
  EXPECT_EQ(json_string("Réti ♞ 𝄞"), "\"Réti ♞ 𝄞\"");
}

TEST(Json, WhatIsNoUtf8IsReplacedByteByByte) {
  for (const std::string_view wrong : {"\xE9", "\x80", "\xC0", "\xFF"}) {
    EXPECT_EQ(json_string(wrong), "\"\\ufffd\"");
    EXPECT_EQ(json_string(fmt::format("R{}ti", wrong)), "\"R\\ufffdti\"");
  }
  // Cut off, longer than need be, half of a pair, beyond the last character.
  EXPECT_EQ(json_string("\xE2\x99"), "\"\\ufffd\\ufffd\"");
  EXPECT_EQ(json_string("\xC0\xAF"), "\"\\ufffd\\ufffd\"");
  EXPECT_EQ(json_string("\xE0\x9F\xBF"), "\"\\ufffd\\ufffd\\ufffd\"");
  EXPECT_EQ(json_string("\xED\xA0\x80"), "\"\\ufffd\\ufffd\\ufffd\"");
  EXPECT_EQ(json_string("\xF4\x90\x80\x80"), "\"\\ufffd\\ufffd\\ufffd\\ufffd\"");
}

TEST(Json, ValuesNest) {
  const std::string text = json_object({{"a", json_array({"1", "[]"})}, {"b", json_number(std::optional<int>())}});
  EXPECT_EQ(text, R"({"a":[1,[]],"b":null})");
  EXPECT_EQ(json_object({}), "{}");
  EXPECT_EQ(json_array({}), "[]");
}

TEST(JsonChecker, KnowsRightFromWrong) {
  for (const std::string_view right : {"{}", " [1, -2.5e+3 , \"\\u00e9\"]\n", R"({"a":{"b":[true,null]}})", "0"}) {
    EXPECT_TRUE(JsonChecker::accepts(right)) << right;
  }
  for (const std::string_view wrong : {"", "{", "[1,]", "{\"a\"}", "{a:1}", "01", "\"\\x\"", "\"\n\"", "1 2", "nul"}) {
    EXPECT_FALSE(JsonChecker::accepts(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace rocada::util
