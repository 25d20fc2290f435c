#include "engine/options.h"

#include <gtest/gtest.h>

#include "search/handicap.h"

namespace rocada::engine {
namespace {

TEST(Options, EveryDefaultIsAValueTheOptionAccepts) {
  Options options;
  for (const OptionSpec& spec : option_table()) {
    EXPECT_TRUE(options.set(spec, spec.default_value).ok()) << spec.name;
    EXPECT_EQ(options.text(spec.id), spec.default_value) << spec.name;
    EXPECT_EQ(&spec_of(spec.id), &spec);
    EXPECT_EQ(find_option(spec.name), &spec);
    EXPECT_EQ(find_option(name_without_blanks(spec)), &spec);
    EXPECT_FALSE(spec.description.empty()) << spec.name;
  }
}

TEST(Options, NamesAreFoundInAnyCase) {
  EXPECT_EQ(find_option("move overhead"), &spec_of(OptionId::MoveOverhead));
  EXPECT_EQ(find_option("MoveOverhead"), &spec_of(OptionId::MoveOverhead));
  EXPECT_EQ(find_option("Overhead"), nullptr);
}

TEST(Options, ARefusedValueChangesNothingAndSaysWhatIsAllowed) {
  Options options;
  const auto refuse = [&](OptionId id, std::string_view value) {
    const std::string before = options.text(id);
    const auto set = options.set(spec_of(id), value);
    EXPECT_FALSE(set.ok()) << value;
    EXPECT_EQ(options.text(id), before);
    return set.ok() ? "" : set.error().message;
  };
  EXPECT_EQ(refuse(OptionId::Hash, "0"), "Hash is a number from 1 to 1048576, not '0'");
  refuse(OptionId::Hash, "lots");
  refuse(OptionId::Hash, "");
  refuse(OptionId::Hash, "99999999999999999999");
  EXPECT_EQ(refuse(OptionId::Ponder, "maybe"), "Ponder is true or false, not 'maybe'");
  EXPECT_EQ(refuse(OptionId::HashFile, "a\tfile\x01"), "HashFile is text without control characters, not 'a?file?'");
  EXPECT_EQ(refuse(OptionId::Variant, "atomic"), "UCI_Variant is one of: chess 3check; not 'atomic'");
}

TEST(Options, ValuesAreReadBackByType) {
  Options options;
  ASSERT_TRUE(options.set(spec_of(OptionId::Hash), " 128 ").ok());
  ASSERT_TRUE(options.set(spec_of(OptionId::Ponder), "1").ok());
  ASSERT_TRUE(options.set(spec_of(OptionId::Variant), "3CHECK").ok());
  EXPECT_EQ(options.number(OptionId::Hash), 128);
  EXPECT_TRUE(options.flag(OptionId::Ponder));
  EXPECT_EQ(options.text(OptionId::Variant), "3check");
}

TEST(Options, FullStrengthIsTheDefault) {
  EXPECT_EQ(Options().number(OptionId::Strength), search::kFullStrength);
  EXPECT_FALSE(Options().flag(OptionId::LimitStrength));
}

TEST(Options, AStringIsAnyTextWithItsBlanks) {
  Options options;
  for (const std::string_view text : {"/a b/c:/d", "C:\\x;y", "<empty>", "42", ""}) {
    ASSERT_TRUE(options.set(spec_of(OptionId::SyzygyPath), text).ok());
    EXPECT_EQ(options.text(OptionId::SyzygyPath), text);
  }
}

}  // namespace
}  // namespace rocada::engine
