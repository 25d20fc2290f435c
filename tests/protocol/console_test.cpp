#include "protocol/console/console.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/fake_engine.h"
#include "support/shown_scores.h"
#include "support/transcript.h"

namespace rocada::protocol::console {
namespace {

using test::contains;
using test::Lines;
using test::matches;
using util::Milliseconds;

using Console = test::Conversation<console::Console>;

TEST(Console, HelpNamesTheCommandsAndTheProtocols) {
  Console console;
  const auto help = console.send("help");
  for (const std::string_view name :
       {"d", "position", "fen", "variant", "moves", "eval", "perft", "go", "stop", "quit", "xboard", "uci"}) {
    EXPECT_TRUE(contains(help, "  " + std::string(name) + " " + "*")) << name;
  }
}

TEST(Console, DrawsTheBoard) {
  Console console;
  console.send("fen 4k3/8/8/8/7b/8/8/4K3 w - - 5 17");
  EXPECT_TRUE(
      matches(console.send("d"), {"  8  . . . . k . . .", "  7  . . . . . . . .", "  6  . . . . . . . .",
                                  "  5  . . . . . . . .", "  4  . . . . . . . b", "  3  . . . . . . . .",
                                  "  2  . . . . . . . .", "  1  . . . . K . . .", "     a b c d e f g h", "",
                                  "Fen: 4k3/8/8/8/7b/8/8/4K3 w - - 5 17", "Key: *", "Checkers: h4", "Legal moves: 4"}));
}

TEST(Console, SetsPositionsWithMoves) {
  Console console;
  EXPECT_TRUE(matches(console.send("position startpos moves e4 e7e5 Nf3"), {}));
  EXPECT_TRUE(contains(console.send("d"), "Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"));
  EXPECT_TRUE(matches(console.send("position startpos moves e2e5"), {"Error (position unchanged): *"}));
  EXPECT_TRUE(matches(console.send("fen nonsense"), {"Error (position unchanged): bad FEN: *"}));
  EXPECT_TRUE(contains(console.send("d"), "Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"));
}

TEST(Console, ListsMovesInSan) {
  Console console;
  console.send("fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  const Lines moves = console.send("moves");
  for (const std::string_view san : {"a8=Q+", "a8=N", "Kd1"}) {
    EXPECT_TRUE(matches(moves, {fmt::format("*{}*", san)}));
  }
  console.send("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
  EXPECT_TRUE(matches(console.send("moves"), {"Stalemate"}));
}

TEST(Console, KnowsTheVariants) {
  Console console;
  EXPECT_TRUE(matches(console.send("variant 3check"), {}));
  EXPECT_TRUE(contains(console.send("d"), "* 3+3 0 1*"));
  EXPECT_TRUE(matches(console.send("variant fischerandom"), {}));
  console.send("fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  EXPECT_TRUE(contains(console.send("perft 1"), "e1h1: 1"));
  EXPECT_TRUE(matches(console.send("variant atomic"), {"Error (unknown variant): atomic"}));
  EXPECT_TRUE(matches(console.engine.calls, {})) << "a protocol picked later finds the options untouched";
}

TEST(Console, CountsAndEvaluates) {
  Console console;
  console.engine.static_evaluation = test::score_shown_as(120);
  EXPECT_EQ(console.send("perft 3").back(), "Nodes searched: 8902");
  const Lines deep = console.send("perft 5");  // more than is counted in one go
  EXPECT_EQ(deep.size(), 21U);
  EXPECT_TRUE(contains(deep, "e2e4: 405385"));
  EXPECT_EQ(deep.back(), "Nodes searched: 4865609");
  console.send("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
  EXPECT_TRUE(matches(console.send("perft 7"), {"Nodes searched: 0"})) << "nobody can move";
  console.send("position startpos");
  EXPECT_TRUE(matches(console.send("perft"), {"Error (bad depth): *"}));
  EXPECT_TRUE(matches(console.send("eval"), {"Evaluation: +1.20 for white, * in units of the search"}));
  EXPECT_TRUE(matches(console.send("bench 0"), {"Error (bad depth): bench needs a depth from 1 to *"}));
  EXPECT_TRUE(matches(console.send("bench deep"), {"Error (bad depth): *"}));
}

// Position by position: each search's end begins the next.
TEST(Console, BenchSumsUpItsSearches) {
  Console console;
  EXPECT_TRUE(matches(console.send("bench 3"), {}));
  Lines printed;
  int searches = 0;
  for (; console.engine.is_searching(); ++searches) {
    ASSERT_TRUE(matches(printed, {}));
    EXPECT_EQ(console.engine.last_start().limits.depth, 3);
    search::Finished finished;
    finished.effort.nodes = 10;
    console.engine.finish(finished);
    printed = console.heard();
  }
  EXPECT_GT(searches, 10);
  EXPECT_EQ(console.engine.count("new_game"), searches);
  EXPECT_TRUE(matches(printed, {fmt::format("{} nodes * nps", 10 * searches)}));
}

TEST(Console, OtherLinesAreAnsweredWhileItCountsOrBenches) {
  for (const std::string_view work : {"perft 20", "bench 30"}) {
    Console console;
    console.protocol.line(work);
    console.output.take();
    console.protocol.line("fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    console.protocol.line("moves");
    EXPECT_TRUE(matches(console.output.take(), {"Kd1 *"})) << work;
    EXPECT_TRUE(contains(console.send("stop"), "Stopped.")) << work << ", and nothing is left to be done";
    EXPECT_FALSE(console.engine.is_searching() && !console.engine.stop_requested()) << work;
    EXPECT_EQ(console.send("perft 1").back(), "Nodes searched: 5") << work;
    console.protocol.line(work);
    console.output.take();
    EXPECT_TRUE(matches(console.send("go depth 2"), {"depth *"})) << work << " ends where a search begins";
    EXPECT_EQ(console.engine.last_start().limits.depth, 2);
    console.send("quit");
    EXPECT_EQ(console.goes_on, Continue::No);
  }
}

TEST(Console, ThinksInWordsAPersonCanRead) {
  Console console;
  console.send("position startpos moves e2e4");
  EXPECT_TRUE(matches(console.send("go depth 7"), {"depth     score*"}));
  EXPECT_EQ(console.engine.last_start().limits.depth, 7);
  search::Line line;
  line.depth = 7;
  line.score = test::score_shown_as(-28);
  line.moves = console.engine.moves({"e7e5", "g1f3", "b8c6"});
  line.effort = {123456, Milliseconds(1250), 0, 0};
  console.engine.tell(line);
  line.score = eval::mate_in(3);
  line.bound = search::Bound::Lower;
  console.engine.tell(line);
  console.engine.finish("e7e5", "g1f3");
  EXPECT_TRUE(matches(console.heard(), {"    7     -0.28      1.25       123456  1... e5 2. Nf3 Nc6",
                                        "    7      >+M2      1.25       123456  1... e5 2. Nf3 Nc6", "Move: e5"}));
}

TEST(Console, TheSearchIsReadInItsOwnPosition) {
  Console console;
  console.send("go");
  EXPECT_TRUE(console.engine.last_start().limits.infinite);
  console.send("fen 7k/8/8/8/8/8/8/K7 w - - 0 1");
  console.send("stop");
  EXPECT_TRUE(console.engine.stop_requested());
  console.engine.finish("g1f3");
  EXPECT_TRUE(matches(console.heard(), {"Move: Nf3"}));
}

TEST(Console, ASecondGoReplacesTheFirst) {
  Console console;
  console.send("go");
  EXPECT_TRUE(matches(console.send("go depth 2"), {"depth *"}));
  console.engine.finish("e2e4");
  EXPECT_TRUE(matches(console.heard(), {"Move: e4"}));
}

TEST(Console, ExplainsWhyItCannotMove) {
  Console console;
  console.send("position startpos moves f2f3 e7e5 g2g4 d8h4");
  console.send("go depth 2");
  console.engine.finish(search::Finished{});
  EXPECT_TRUE(matches(console.heard(), {"No legal move: Black mates"}));
}

TEST(Console, DoesNotSearchWhatItDoesNotUnderstand) {
  Console console;
  EXPECT_TRUE(matches(console.send("go depth deep"), {"Error (not searching): go: depth 'deep'*"}));
  EXPECT_TRUE(console.engine.starts.empty());
}

TEST(Console, UnknownCommandsGetAHint) {
  Console console;
  EXPECT_TRUE(matches(console.send("castle now"), {"Error (unknown command): castle now", "*help*"}));
  EXPECT_TRUE(matches(console.send(""), {}));
  EXPECT_EQ(console.goes_on, Continue::Yes);
  console.send("quit");
  EXPECT_EQ(console.goes_on, Continue::No);
}

TEST(Console, LeavingEndsTheSearch) {
  test::FakeEngine engine;
  test::RecordingOutput output;
  test::EventQueue events;
  {
    console::Console console(engine, output, events.poster());
    console.line("go");
    EXPECT_TRUE(engine.is_searching());
  }
  EXPECT_FALSE(engine.is_searching());
}

}  // namespace
}  // namespace rocada::protocol::console
