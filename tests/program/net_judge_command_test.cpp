// `rocada net judge` on files good and bad.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "support/process.h"
#include "support/temporary_file.h"

namespace rocada::test {
namespace {

TEST(NetJudgeCommand, TheCommandJudgesASmallFile) {
  const TemporaryFile file("labelled.tsv");
  file.write(
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\tcp 30\t0.5\n"
      "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\tcp 900\t1\n"
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1\tcp -900\t0\r\n"
      "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1\tcp -850\t1\n"
      "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1\tcp -400\t1\n"
      "8/8/8/8/8/5k2/8/4rK2 w - - 0 1\tmate -1\t0\n");
  for (const char* against : {"search", "results"}) {
    const Finished finished = run_rocada({"net", "judge", file.path(), "--against", against});
    EXPECT_EQ(finished.status, 0) << finished.error;
    double explained = 0;
    double error = 0;
    double correlation = 0;
    ASSERT_EQ(std::sscanf(finished.out.c_str(), "%lf%% explained, rms error %lf, rank correlation %lf,", &explained,
                          &error, &correlation),
              3)
        << finished.out;
    EXPECT_GT(explained, 90) << "who is a queen up wins: " << finished.out;
    EXPECT_LT(error, 0.1) << finished.out;
    EXPECT_TRUE(finished.out.ends_with(", 4 positions\n")) << finished.out;
  }
}

TEST(NetJudgeCommand, ItAlsoJudgesByHowManyPiecesThereAre) {
  const TemporaryFile file("labelled.tsv");
  file.write(
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\tcp 30\t0.5\n"
      "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\tcp 900\t1\n"
      "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\tcp 30\t0.5\n"
      "4k3/8/8/8/8/3Q4/4P3/4K3 w - - 0 1\tcp 900\t1\n"
      "4k3/8/8/8/8/3Q4/4P3/4KB2 w - - 0 1\tcp 900\t1\n");
  const Finished finished = run_rocada({"net", "judge", file.path(), "--by-pieces"});
  EXPECT_EQ(finished.status, 0) << finished.error;
  const std::size_t many = finished.out.find("\n29 to 32 pieces: ");
  const std::size_t few = finished.out.find("\n 1 to  4 pieces: ");
  ASSERT_NE(many, std::string::npos) << finished.out;
  ASSERT_NE(few, std::string::npos) << "the one with 5 pieces alone cannot be judged: " << finished.out;
  EXPECT_LT(many, few);
  EXPECT_EQ(finished.out.find("5 to  8"), std::string::npos) << finished.out;
  EXPECT_TRUE(finished.out.ends_with(", 2 positions\n")) << finished.out;
}

TEST(NetJudgeCommand, ABadLineIsNamedWithItsNumber) {
  const std::string good = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\tcp 100\t1\n";
  struct Bad {
    const char* line;
    const char* words;
  };
  for (const auto& [line, words] :
       {Bad{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 cp 100 1", "a line is FEN, label and result, with tabs between them"},
        Bad{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\tcp 100", "a line is FEN, label and result, with tabs between them"},
        Bad{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\tcp 100\t1\tx", "a line is FEN"},
        Bad{"4k3/8/8/8/8/8/4P3/8 w - - 0 1\tcp 100\t1", "white has no king"},
        Bad{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\tcp many\t1", "'cp many' is not a label like 'cp 35' or 'mate 3'"},
        Bad{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\tcp 100\t1-0", "'1-0' is not a result from 0 to 1"}, Bad{"", "a line"}}) {
    const TemporaryFile file("bad.tsv");
    file.write(good + good + line + "\n" + good);
    const Finished finished = run_rocada({"net", "judge", file.path()});
    EXPECT_EQ(finished.status, 2);
    EXPECT_NE(finished.error.find(fmt::format("rocada net: {}, line 3: ", file.path())), std::string::npos)
        << finished.error;
    EXPECT_NE(finished.error.find(words), std::string::npos) << finished.error;
  }
  const TemporaryFile file("same.tsv");
  file.write(good + good);
  EXPECT_NE(run_rocada({"net", "judge", file.path()}).error.find("has nothing to judge by"), std::string::npos);
  EXPECT_NE(run_rocada({"net", "judge", "/no/such.tsv"}).error.find("cannot read /no/such.tsv: No such file"),
            std::string::npos);
}

}  // namespace
}  // namespace rocada::test
