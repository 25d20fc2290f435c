// `rocada play` end to end, with the real engine.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "game/pgn_reader.h"
#include "support/process.h"

namespace rocada::test {
namespace {

TEST(PlayCommand, AGameIsPlayedAndSavedAtTheEndOfInput) {
  const auto path = std::filesystem::path(::testing::TempDir()) / (std::to_string(getpid()) + "play.pgn");
  const Finished finished =
      run_rocada({"play", "--elo", "800", "--side", "black", "--ascii", "--pgn", path}, "a6\nb2b9\na5\n");
  EXPECT_EQ(finished.status, 0) << finished.error;
  EXPECT_EQ(finished.error, "");
  EXPECT_EQ(finished.out.find('\033'), std::string::npos) << "colours where there is no terminal";
  EXPECT_NE(finished.out.find("You play black against Rocada at 800 Elo."), std::string::npos) << finished.out;

  std::ifstream file(path);
  const auto game = game::PgnReader(file).next();
  ASSERT_TRUE(game.ok() && *game) << finished.out;
  EXPECT_EQ((*game)->main_line.moves.size(), 5U);
  EXPECT_EQ(*(*game)->tags.find("White"), "Rocada");
  std::filesystem::remove(path);
}

TEST(PlayCommand, WrongArgumentsGetOneClearLine) {
  struct Wrong {
    std::vector<std::string> arguments;
    const char* words;
  };
  const Wrong all[] = {
      {{"--fen", "8/8/8/8/8/8/8/8 w - - 0 1"}, "bad FEN: "},
      {{"--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "--position", "5"}, "exclude each other"},
      {{"--elo", "1300", "--movetime", "5"}, "exclude each other"},
      {{"--elo", "799"}, "799"},
      {{"--position", "960"}, "960"},
      {{"--side", "green"}, "green"},
  };
  for (const Wrong& wrong : all) {
    std::vector<std::string> arguments = {"play"};
    arguments.insert(arguments.end(), wrong.arguments.begin(), wrong.arguments.end());
    const Finished finished = run_rocada(arguments);
    EXPECT_EQ(finished.status, 2) << finished.out;
    EXPECT_EQ(finished.out, "");
    EXPECT_NE(finished.error.find(wrong.words), std::string::npos) << finished.error;
  }
}

}  // namespace
}  // namespace rocada::test
