// How UCI offers and sets the engine's options.
#include <gtest/gtest.h>

#include "protocol/uci/uci.h"
#include "support/fake_engine.h"
#include "support/transcript.h"

namespace rocada::protocol::uci {
namespace {

using engine::OptionId;
using test::Lines;
using test::matches;

using Uci = test::Conversation<uci::Uci>;

TEST(UciOptions, WritesEachTypeOfOptionAsTheProtocolSays) {
  using engine::OfferedIn;
  using engine::OptionType;
  const auto spec = [](OptionType type, std::string_view value, std::string_view choices = "") {
    return engine::OptionSpec{OptionId::Hash, "Some Name", type, value, 1, 99, choices, OfferedIn::Both, ""};
  };
  EXPECT_EQ(option_line(spec(OptionType::Spin, "16")), "option name Some Name type spin default 16 min 1 max 99");
  EXPECT_EQ(option_line(spec(OptionType::Check, "true")), "option name Some Name type check default true");
  EXPECT_EQ(option_line(spec(OptionType::Button, "")), "option name Some Name type button");
  EXPECT_EQ(option_line(spec(OptionType::Combo, "b", "a b")), "option name Some Name type combo default b var a var b");
  EXPECT_EQ(option_line(spec(OptionType::String, "a b")), "option name Some Name type string default a b");
  EXPECT_EQ(option_line(spec(OptionType::String, "")), "option name Some Name type string default <empty>");
}

TEST(UciOptions, AStringTakesTheRestOfTheLineAndMayBeEmpty) {
  Uci uci;
  uci.engine.next_note = "70 tables found";
  EXPECT_TRUE(matches(uci.send("setoption name SyzygyPath value /a b:/c  d "), {"info string 70 tables found"}));
  EXPECT_EQ(uci.engine.options().text(OptionId::SyzygyPath), "/a b:/c  d");
  EXPECT_TRUE(matches(uci.send("setoption name SyzygyPath value <empty>"), {}));
  EXPECT_EQ(uci.engine.options().text(OptionId::SyzygyPath), "");
}

TEST(UciOptions, EveryOfferedOptionCanBeSet) {
  for (const engine::OptionSpec& spec : engine::option_table()) {
    Uci uci;
    const std::string command =
        "setoption name " + std::string(spec.name) + " value " + std::string(spec.default_value);
    const Lines answer = uci.send(command);
    if (spec.offered_in == engine::OfferedIn::Cecp) {
      EXPECT_TRUE(matches(answer, {"info string no option*"})) << spec.name;
    } else {
      EXPECT_TRUE(matches(answer, {})) << spec.name;
      EXPECT_TRUE(matches(uci.engine.calls, {"set " + std::string(spec.name) + "*"})) << spec.name;
    }
  }
}

TEST(UciOptions, OptionNamesMayHoldBlanksAndAnyCase) {
  Uci uci;
  EXPECT_TRUE(matches(uci.send("setoption name move  OVERHEAD value 77"), {}));
  EXPECT_TRUE(matches(uci.send("setoption name clear hash"), {}));
  EXPECT_EQ(uci.engine.options().number(OptionId::MoveOverhead), 77);
  EXPECT_TRUE(matches(uci.engine.calls, {"set Move Overhead=77", "set Clear Hash="}));
}

TEST(UciOptions, RefusedSettingsSayWhy) {
  Uci uci;
  for (const std::string_view bad :
       {"setoption", "setoption name", "setoption value 3", "setoption Hash 16", "setoption name Nothing value 1",
        "setoption name Hash", "setoption name Hash value", "setoption name Hash value many",
        "setoption name Hash value -1", "setoption name Hash value 99999999999", "setoption name Ponder value perhaps",
        "setoption name UCI_Variant value atomic"}) {
    EXPECT_TRUE(matches(uci.send(bad), {"info string *"})) << bad;
  }
}

TEST(UciOptions, OptionsThatNeedAnIdleEngineWaitForTheSearch) {
  Uci uci;
  uci.send("go infinite");
  EXPECT_TRUE(matches(uci.send("setoption name Hash value 64"), {"info string Hash will be set*"}));
  EXPECT_TRUE(matches(uci.engine.calls, {"start"}));
  uci.send("setoption name UCI_ShowWDL value true");
  EXPECT_TRUE(matches(uci.engine.calls, {"start", "set UCI_ShowWDL=true"}));
  uci.send("stop");
  uci.engine.finish("e2e4");
  EXPECT_TRUE(matches(uci.heard(), {"bestmove e2e4"}));
  EXPECT_EQ(uci.engine.options().number(OptionId::Hash), 64);
}

TEST(UciOptions, NoOptionEndsASearchThatWasNotToldToStop) {
  for (const engine::OptionSpec& spec : engine::option_table()) {
    if (!spec.ends_search || spec.offered_in == engine::OfferedIn::Cecp) continue;
    Uci uci;
    uci.send("go infinite");
    uci.send("setoption name " + std::string(spec.name) + " value " + std::string(spec.default_value));
    EXPECT_TRUE(matches(uci.engine.calls, {"start"})) << spec.name;
    uci.send("stop");
    uci.engine.finish("e2e4");
    uci.heard();
    EXPECT_TRUE(matches(uci.engine.calls, {"start", "stop", "set " + std::string(spec.name) + "=*"})) << spec.name;
  }
}

}  // namespace
}  // namespace rocada::protocol::uci
