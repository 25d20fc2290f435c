#include "protocol/dispatcher.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "protocol/console/console.h"
#include "protocol/uci/uci.h"
#include "support/fake_engine.h"
#include "support/transcript.h"

namespace rocada::protocol {
namespace {

using test::matches;

using Log = test::Lines;

// Notes all that happens to it in a log shared by the three.
class Scribe final : public Handler {
 public:
  Scribe(std::string name, Log& log) : name_(std::move(name)), log_(log) { log_.push_back(name_ + " begins"); }
  ~Scribe() override { log_.push_back(name_ + " ends"); }

  Continue line(std::string_view text) override {
    log_.push_back(name_ + ": " + std::string(text));
    return text == "quit" ? Continue::No : Continue::Yes;
  }
  void search_event(const SearchEvent& event) override {
    log_.push_back(name_ + " hears " + std::to_string(event.search));
  }

 private:
  std::string name_;
  Log& log_;
};

class DispatcherTest : public testing::Test {
 protected:
  HandlerFactories scribes() {
    const auto factory = [this](std::string name) {
      return [this, name] { return std::make_unique<Scribe>(name, log_); };
    };
    return {factory("cecp"), factory("uci"), factory("console")};
  }

  Log log_;
  Dispatcher dispatcher_{scribes()};
};

TEST_F(DispatcherTest, TheFirstWordPicksTheProtocolAndIsPassedOn) {
  dispatcher_.line("uci");
  dispatcher_.line("xboard");
  dispatcher_.line("help");
  EXPECT_TRUE(matches(log_, {"uci begins", "uci: uci", "uci: xboard", "uci: help"}));
}

TEST_F(DispatcherTest, XboardAndProtoverPickCecp) {
  dispatcher_.line("xboard");
  dispatcher_.line("uci");
  EXPECT_TRUE(matches(log_, {"cecp begins", "cecp: xboard", "cecp: uci"}));
  log_.clear();
  Dispatcher second(scribes());
  second.line("protover 2");
  EXPECT_TRUE(matches(log_, {"cecp begins", "cecp: protover 2"}));
}

TEST_F(DispatcherTest, TheConsoleAnswersUntilAProtocolIsPicked) {
  dispatcher_.line("d");
  dispatcher_.line("uciok");
  dispatcher_.line("uci");
  EXPECT_TRUE(
      matches(log_, {"console begins", "console: d", "console: uciok", "console ends", "uci begins", "uci: uci"}));
}

TEST_F(DispatcherTest, WhiteSpaceAroundALineIsDropped) {
  EXPECT_EQ(dispatcher_.line(""), Continue::Yes);
  EXPECT_EQ(dispatcher_.line("\r"), Continue::Yes);
  EXPECT_TRUE(matches(log_, {}));
  dispatcher_.line("  uci \r");
  dispatcher_.line("\t go depth  3\r");
  dispatcher_.line(" \r");
  EXPECT_TRUE(matches(log_, {"uci begins", "uci: uci", "uci: go depth  3"}));
}

TEST_F(DispatcherTest, PassesEventsAndTheEnd) {
  dispatcher_.search_event({7, search::Finished{}});
  EXPECT_TRUE(matches(log_, {}));
  EXPECT_EQ(dispatcher_.line("xboard"), Continue::Yes);
  dispatcher_.search_event({7, search::Finished{}});
  EXPECT_EQ(dispatcher_.line("quit"), Continue::No);
  EXPECT_TRUE(matches(log_, {"cecp begins", "cecp: xboard", "cecp hears 7", "cecp: quit"}));
}

TEST(Dispatcher, AConsoleSearchNeverAnswersForUci) {
  test::FakeEngine engine;
  test::RecordingOutput output;
  test::EventQueue events;
  Dispatcher dispatcher({nullptr, [&] { return std::make_unique<uci::Uci>(engine, output, events.poster()); },
                         [&] { return std::make_unique<console::Console>(engine, output, events.poster()); }});
  // Three lines in the queue before the end of the first search comes back through it.
  for (const std::string_view text : {"go", "uci", "go infinite"}) dispatcher.line(text);
  output.take();
  events.deliver_to(dispatcher);
  EXPECT_TRUE(matches(output.take(), {}));
  dispatcher.line("stop");
  engine.finish("e2e4");
  events.deliver_to(dispatcher);
  EXPECT_TRUE(matches(output.take(), {"bestmove e2e4"}));
}

}  // namespace
}  // namespace rocada::protocol
