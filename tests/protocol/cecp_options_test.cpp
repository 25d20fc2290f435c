// What XBoard is told of features and options, and how it sets them.
#include <gtest/gtest.h>

#include "protocol/cecp/cecp.h"
#include "protocol/cecp/cecp_text.h"
#include "protocol/xboard_conversation.h"

namespace rocada::protocol::cecp {
namespace {

TEST(CecpOptions, DeclaresItsFeaturesAndEveryOptionOfTheTable) {
  Conversation talk;
  const Lines lines = talk.send_all({"xboard", "protover 2"});
  for (const char* feature :
       {"ping=1",    "setboard=1", "playother=1", "usermove=1",       "time=1",
        "draw=1",    "sigint=0",   "sigterm=0",   "reuse=1",          "analyze=1",
        "colors=0",  "name=1",     "nps=1",       "memory=1",         "smp=1",
        "exclude=1", "pause=1",    "debug=1",     "myname=\"Rocada ", "variants=\"normal,fischerandom,3check\""}) {
    EXPECT_TRUE(contains(lines, "feature *" + std::string(feature) + "*")) << feature;
  }
  EXPECT_EQ(lines.back(), "feature done=1");
  for (const engine::OptionSpec& spec : engine::option_table()) {
    const std::string name = engine::name_without_blanks(spec);
    const bool offered = static_cast<bool>(contains(lines, "feature option=\"" + name + " -*"));
    EXPECT_EQ(offered, spec.offered_in != engine::OfferedIn::Uci) << spec.name;
  }
}

TEST(CecpOptions, AValueThatCannotBeQuotedIsNotShown) {
  Conversation talk;
  talk.send_all({"xboard", "option HashFile=a \"file\""});
  EXPECT_EQ(talk.engine.options().text(engine::OptionId::HashFile), "a \"file\"");
  EXPECT_TRUE(contains(talk.send("protover 2"), "feature option=\"HashFile -file \""));
  talk.send("option HashFile=a file");
  EXPECT_TRUE(contains(talk.send("protover 2"), "feature option=\"HashFile -file a file\""));
}

TEST(CecpOptions, OptionsAreSetByNameAndWrongValuesRefused) {
  Xboard xboard;
  EXPECT_TRUE(matches(xboard.send("option MultiPV=3"), {}));
  EXPECT_EQ(xboard.engine.options().number(engine::OptionId::MultiPv), 3);
  EXPECT_TRUE(matches(xboard.send("option Move Overhead=100"), {}));
  for (const char* spelling : {"option Clear Hash", "option ClearHash"}) {
    xboard.engine.calls.clear();
    EXPECT_TRUE(matches(xboard.send(spelling), {}));
    EXPECT_TRUE(contains(xboard.engine.calls, "set Clear Hash=")) << spelling;
  }
  EXPECT_TRUE(matches(xboard.send("option MultiPV=0"),
                      {"Error (MultiPV is a number from 1 to 218, not '0'): option MultiPV=0"}));
  EXPECT_TRUE(matches(xboard.send("option Beauty=9"), {"Error (unknown option): option Beauty=9"}));
  EXPECT_EQ(xboard.engine.options().number(engine::OptionId::MultiPv), 3);
}

TEST(CecpOptions, MemoryAndCoresAreBroughtIntoRange) {
  Xboard xboard;
  xboard.send("memory 68");
  EXPECT_EQ(xboard.engine.options().number(engine::OptionId::Hash), 64);
  xboard.send("memory -5");
  EXPECT_EQ(xboard.engine.options().number(engine::OptionId::Hash), 1);
  xboard.send("cores 0");
  EXPECT_EQ(xboard.engine.options().number(engine::OptionId::Threads), 1);
  EXPECT_TRUE(matches(xboard.send("cores many"), {"Error (not a number): cores many"}));
}

TEST(CecpOptions, OnlySyzygysTablesAreOurs) {
  Xboard xboard;
  xboard.engine.next_note = "70 tables found";
  EXPECT_TRUE(matches(xboard.send("egtpath syzygy /a b:/c"), {"# 70 tables found"}));
  EXPECT_EQ(xboard.engine.options().text(engine::OptionId::SyzygyPath), "/a b:/c");
  EXPECT_TRUE(matches(xboard.send("egtpath nalimov /tables"), {}));
  EXPECT_EQ(xboard.engine.options().text(engine::OptionId::SyzygyPath), "/a b:/c");
}

TEST(CecpOptions, WritesEachTypeOfOptionAsTheProtocolSays) {
  using engine::OfferedIn;
  using engine::OptionType;
  const auto feature = [](OptionType type, std::string_view value, std::string_view choices = "") {
    return protocol::cecp::option_feature(
        {engine::OptionId::Hash, "Some Name", type, value, 1, 99, choices, OfferedIn::Both, ""}, value);
  };
  EXPECT_EQ(feature(OptionType::Spin, "16"), "SomeName -spin 16 1 99");
  EXPECT_EQ(feature(OptionType::Check, "true"), "SomeName -check 1");
  EXPECT_EQ(feature(OptionType::Button, ""), "SomeName -button");
  EXPECT_EQ(feature(OptionType::Combo, "b", "a b"), "SomeName -combo a /// *b");
  EXPECT_EQ(feature(OptionType::String, "a b"), "SomeName -string a b");
  EXPECT_EQ(feature(OptionType::File, "/a"), "SomeName -file /a");
}

}  // namespace
}  // namespace rocada::protocol::cecp
