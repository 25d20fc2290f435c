// The real binary over pipes, as a GUI has it: what only shows end to end.
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "chess/fen.h"
#include "eval/evaluator.h"
#include "eval/nnue/embedded_network.h"
#include "support/process.h"
#include "support/random_network.h"
#include "support/small_book.h"
#include "support/syzygy_data.h"
#include "support/temporary_file.h"

namespace rocada::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kSlowness = 20;
#else
constexpr int kSlowness = 1;
#endif

milliseconds since(steady_clock::time_point start) {
  return std::chrono::duration_cast<milliseconds>(steady_clock::now() - start);
}

TEST(Talk, IsReadyForXboardAtOnce) {
  milliseconds best = std::chrono::hours(1);
  for (int i = 0; i < 3; ++i) {  // the machine may be busy with something else
    const auto start = steady_clock::now();
    RunningEngine engine;
    engine.send("xboard\nprotover 2");
    EXPECT_EQ(engine.await("feature done=1"), "feature done=1");
    best = std::min(best, since(start));
  }
  EXPECT_LT(best.count(), 100 * kSlowness);
}

TEST(Talk, PlaysOverBothProtocols) {
  RunningEngine xboard;
  xboard.send("xboard\nprotover 2\nnew\nsd 3\nusermove e2e4");
  EXPECT_NE(xboard.await("move "), "");
  xboard.send("usermove e2e4");
  EXPECT_TRUE(xboard.await("Illegal move (").ends_with("): e2e4"));

  RunningEngine uci;
  uci.send("uci");
  EXPECT_EQ(uci.await("uciok"), "uciok");
  uci.send("isready");
  EXPECT_EQ(uci.await("readyok"), "readyok");
  uci.send("position startpos moves e2e4\ngo depth 3");
  EXPECT_NE(uci.await("bestmove "), "");
}

// What a network says of the start position of a game, as `eval` prints it.
std::string own_words(const eval::nnue::SharedNetwork& network, chess::Variant variant) {
  return std::to_string(eval::evaluate(chess::start_position(variant), network)) + " in units of the search";
}

TEST(Talk, EachGameHasANetworkOfItsOwn) {
  const TemporaryFile file("network");
  write_bytes(file.path(), to_file(*random_network(4, chess::Variant::ThreeCheck)));
  const auto loaded = eval::nnue::load_network(file.path()).value();
  const auto embedded = own_words(eval::nnue::embedded_network(chess::Variant::Standard), chess::Variant::Standard);
  const auto embedded_for_three_check =
      own_words(eval::nnue::embedded_network(chess::Variant::ThreeCheck), chess::Variant::ThreeCheck);
  ASSERT_NE(embedded, embedded_for_three_check);

  RunningEngine uci;
  uci.send("uci\nsetoption name EvalFile value " + file.path() + "\neval");
  EXPECT_TRUE(uci.await("info string networks ").ends_with(" for normal chess and random for 3-check"));
  EXPECT_TRUE(uci.await("Evaluation: ").ends_with(embedded));
  uci.send("setoption name UCI_Variant value 3check\neval");
  EXPECT_TRUE(uci.await("Evaluation: ").ends_with(own_words(loaded, chess::Variant::ThreeCheck)));
  uci.send("setoption name EvalFile value\neval");
  EXPECT_TRUE(uci.await("Evaluation: ").ends_with(embedded_for_three_check));

  RunningEngine console;
  console.send("eval");
  EXPECT_NE(console.await("Evaluation: ").find(embedded), std::string::npos);
  console.send("variant 3check\neval");
  EXPECT_NE(console.await("Evaluation: ").find(embedded_for_three_check), std::string::npos);
}

TEST(Talk, InXboardTheVariantFindsItsNetworkToo) {
  const TemporaryFile file("network");
  write_bytes(file.path(), to_file(*random_network(4, chess::Variant::ThreeCheck)));
  // Depth and score of the first line.
  const auto first_line = [](const std::string& commands) {
    RunningEngine xboard;
    xboard.send("xboard\nprotover 2\npost\n" + commands + "\nsd 1\ngo");
    const std::string line = xboard.await("1 ");
    return line.substr(0, line.find(' ', 2));
  };
  const std::string load = "\noption EvalFile=" + file.path();
  EXPECT_NE(first_line("new"), first_line("new\nvariant 3check"));
  EXPECT_EQ(first_line("new"), first_line("new" + load));
  EXPECT_NE(first_line("new\nvariant 3check"), first_line("new\nvariant 3check" + load));
}

TEST(Talk, AnInfiniteSearchAnswersOnlyWhenStopped) {
  RunningEngine uci;
  uci.send("uci\nposition fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo infinite\nisready");
  EXPECT_EQ(uci.await("readyok"), "readyok");
  EXPECT_EQ(uci.await("bestmove", milliseconds(50)), "");
  uci.send("stop");
  EXPECT_TRUE(uci.await("bestmove").starts_with("bestmove a1a8"));
}

TEST(Talk, QuitEndOfInputAndSigtermEndItAtOnceInEveryState) {
  const std::string hello = "xboard\nprotover 2\nnew\n";
  for (const std::string& state :
       {hello + "force", hello + "level 40 5 0\nusermove e2e4", hello + "force\nanalyze", hello + "force\nedit",
        std::string("uci\ngo infinite"), std::string("uci\ngo perft 12"), std::string("help"),
        std::string("help\nperft 12"), std::string("help\nbench 30")}) {
    for (int way = 0; way < 3; ++way) {
      milliseconds best = std::chrono::hours(1);
      for (int i = 0; i < 3 && best.count() >= 100 * kSlowness; ++i) {  // the machine may be busy with something else
        RunningEngine engine;
        engine.send(state);
        engine.await(state.starts_with("xboard") ? "feature done=1" : state.starts_with("uci") ? "uciok" : "");
        const auto start = steady_clock::now();
        if (way == 0) engine.send("quit");
        if (way == 1) engine.close_input();
        if (way == 2) engine.signal(SIGTERM);
        EXPECT_EQ(engine.await_end(), 0) << state << ", way " << way;
        best = std::min(best, since(start));
      }
      EXPECT_LT(best.count(), 100 * kSlowness) << state << ", way " << way;
    }
  }
}

TEST(Talk, AnswersAtOnceWhileItCounts) {
  milliseconds best = std::chrono::hours(1);
  for (int i = 0; i < 3 && best.count() >= 100 * kSlowness; ++i) {
    RunningEngine uci;
    uci.send("uci\nposition fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\ngo perft 12");
    uci.await("uciok");
    const auto start = steady_clock::now();
    uci.send("isready");
    EXPECT_EQ(uci.await("readyok"), "readyok");
    uci.send("stop");
    EXPECT_EQ(uci.await("info string perft stopped"), "info string perft stopped");
    best = std::min(best, since(start));
  }
  EXPECT_LT(best.count(), 100 * kSlowness);
}

TEST(Talk, AskedForAnyNumberOfThreadsItAnswersWithinASecond) {
  for (const std::string command : {"cores 100000", "cores 1", "option Threads=1024", "cores 2"}) {
    milliseconds best = std::chrono::hours(1);
    for (int i = 0; i < 3 && best.count() >= 1000 * kSlowness; ++i) {
      RunningEngine xboard;
      xboard.send("xboard\nprotover 2");
      xboard.await("feature done=1");
      const auto start = steady_clock::now();
      xboard.send(command + "\nnew\nping 1");
      EXPECT_EQ(xboard.await("pong 1"), "pong 1");
      xboard.send("st 0.1\nusermove e2e4");
      EXPECT_NE(xboard.await("move "), "");
      best = std::min(best, since(start));
    }
    EXPECT_LT(best.count(), 1000 * kSlowness) << command;
  }
}

TEST(Talk, TheDebugLogHoldsEveryLineInAndOut) {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "debug log.txt").string();
  const auto logged = [&] {
    std::ifstream stream(file);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  };
  RunningEngine uci;
  uci.send("uci\nsetoption name Debug Log File value /no/such/log");
  EXPECT_EQ(uci.await("info string"), "info string cannot write to /no/such/log: No such file or directory");
  uci.send("setoption name Debug Log File value " + file + "\nisready\nposition startpos\ngo depth 1");
  const std::string best = uci.await("bestmove ");
  EXPECT_NE(best, "");
  for (const std::string& line : {"<< info string debug log " + file, std::string(">> isready"),
                                  std::string("<< readyok"), std::string(">> go depth 1"), "<< " + best}) {
    EXPECT_NE(logged().find(" " + line + "\n"), std::string::npos) << line << " in\n" << logged();
  }
  uci.send("setoption name Debug Log File value <empty>");
  EXPECT_EQ(uci.await("info string the"), "info string the debug log has ended");
  uci.send("isready");
  uci.await("readyok");
  EXPECT_TRUE(logged().ends_with("value <empty>\n")) << logged();

  RunningEngine xboard;
  xboard.send("xboard\nprotover 2\noption DebugLogFile=" + file + "\nping 7");
  EXPECT_NE(xboard.await("pong 7"), "");
  EXPECT_NE(logged().find(" >> ping 7\n"), std::string::npos) << logged();
  EXPECT_NE(logged().find(" << pong 7\n"), std::string::npos) << logged();
  xboard.send("option DebugLogFile=/dev/full\nping 8\nping 9");
  EXPECT_NE(xboard.await("pong 9"), "") << "play goes on";
}

TEST(Talk, AnInterruptDoesNotHurt) {
  RunningEngine engine;
  engine.send("xboard\nprotover 2\nnew\nsd 2");
  engine.await("feature done=1");
  engine.signal(SIGINT);
  engine.send("usermove e2e4");
  EXPECT_NE(engine.await("move "), "");
}

TEST(Talk, UsesNoProcessorWhileItWaits) {
  RunningEngine engine;
  engine.send("xboard\nprotover 2\nnew\neasy\nsd 1\nusermove e2e4\nping 1");
  engine.await("pong 1");
  const milliseconds before = engine.processor_time();
  EXPECT_EQ(engine.await("anything", milliseconds(300)), "");
  EXPECT_LE((engine.processor_time() - before).count(), 10);
}

TEST(Talk, TablesThatCannotBeReadAreNoSecret) {
  const TemporaryDirectory directory;
  // The system's library is hidden behind one that cannot be loaded, and what looks like a table waits to be read.
  std::ofstream(directory.path() / "libfathom.so.1");
  std::ofstream(directory.path() / "KQvK.rtbw", std::ios::binary) << "\x71\xE8\x23\x5D" << std::string(76, '\0');
  setenv("LD_LIBRARY_PATH", directory.path().c_str(), 1);
  RunningEngine uci;
  RunningEngine xboard;
  unsetenv("LD_LIBRARY_PATH");

  const std::string complaint = "tables cannot be read without libfathom, on Debian the package libfathom1 (";
  uci.send("uci\nsetoption name SyzygyPath value " + directory.path().string() + "\nposition startpos\ngo depth 1");
  EXPECT_NE(uci.await("info string " + complaint), "");
  EXPECT_NE(uci.await("bestmove "), "") << "and the game goes on";

  xboard.send("xboard\nprotover 2\negtpath syzygy " + directory.path().string() + "\nping 1");
  EXPECT_NE(xboard.await("Error (" + complaint), "");
  EXPECT_NE(xboard.await("pong 1"), "");
}

}  // namespace
}  // namespace rocada::test
