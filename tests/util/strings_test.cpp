#include "util/strings.h"

#include <gtest/gtest.h>

namespace rocada::util {
namespace {

TEST(Strings, TrimsWhiteSpaceAtBothEndsOnly) {
  EXPECT_EQ(trim(" \t a b\r\n"), "a b");
  EXPECT_EQ(trim("   "), "");
}

TEST(Strings, SplitsAtAnyRunOfWhiteSpace) {
  EXPECT_EQ(split_words("  e4\te5  Nf3\n"), (std::vector<std::string_view>{"e4", "e5", "Nf3"}));
  EXPECT_TRUE(split_words(" ").empty());
}

TEST(Strings, ParsesOnlyWholeNumbersThatFit) {
  EXPECT_EQ(parse_integer<int>("-12"), -12);
  EXPECT_EQ(parse_integer<int>("12x"), std::nullopt);
  EXPECT_EQ(parse_integer<int>(""), std::nullopt);
  EXPECT_EQ(parse_integer<int>("99999999999"), std::nullopt);
  EXPECT_EQ(parse_integer<std::uint64_t>("18446744073709551615"), ~0ULL);
}

TEST(Strings, ListsReadAsOneSaysThem) {
  EXPECT_EQ(spoken_list({}), "");
  EXPECT_EQ(spoken_list({"a"}), "a");
  EXPECT_EQ(spoken_list({"a", "b"}), "a and b");
  EXPECT_EQ(spoken_list({"a", "b", "c"}), "a, b and c");
}

TEST(Strings, PrintableTextIsOneShortLine) {
  EXPECT_EQ(printable("a\nb\x01"), "a?b?");
  EXPECT_EQ(printable(std::string(500, 'x')), std::string(100, 'x').append("..."));
}

}  // namespace
}  // namespace rocada::util
