#include "data/verify.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "data/random_games_with_scores.h"

namespace rocada::data {
namespace {

using game::GameResult;
using test::TemporaryFile;

Game played(std::uint32_t number, std::string_view fen, std::initializer_list<std::string_view> moves,
            GameResult result) {
  Game game{number, chess::parse_fen(fen).value(), {}, result};
  chess::Position position = game.start;
  for (const std::string_view text : moves) {
    game.moves.push_back({chess::parse_move(position, text).value(), 0});
    position.make(game.moves.back().move);
  }
  return game;
}

std::vector<std::string> problems_of(const std::vector<Game>& games, int threads = 1) {
  const TemporaryFile file("games");
  test::write_games(file.path(), games, 200);
  std::vector<std::string> problems;
  const auto summary = verify(
      file.path(), threads, [&](const std::string& problem) { problems.push_back(problem); }, nullptr);
  EXPECT_EQ(summary->problems, problems.size());
  EXPECT_EQ(summary->games, games.size());
  return problems;
}

TEST(Verify, GoodGamesHaveNoProblems) {
  EXPECT_TRUE(problems_of(test::random_games(60), 1).empty());
  EXPECT_TRUE(problems_of(test::random_games(60), 3).empty());
}

TEST(Verify, EachProblemIsNamedWithItsGame) {
  const Game mate = played(3, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", {"Ra8#"}, GameResult::WhiteWins);
  EXPECT_TRUE(problems_of({mate}).empty());

  Game wrong_result = mate;
  wrong_result.result = GameResult::Draw;
  EXPECT_EQ(problems_of({wrong_result}),
            std::vector<std::string>{"block 1: game 3: the result is 1/2-1/2, but it ended 1-0: White mates"});

  Game illegal = mate;
  illegal.moves[0].move = chess::Move::normal(*chess::Square::parse("a1"), *chess::Square::parse("b8"));
  EXPECT_EQ(
      problems_of({illegal}),
      std::vector<std::string>{"block 1: game 3, move 1: a1b8 is not legal in 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"});

  const Game goes_on = played(4, "8/8/4k3/8/8/3rK3/8/8 w - - 0 1", {"Kxd3", "Kd5", "Ke3"}, GameResult::Draw);
  EXPECT_EQ(problems_of({goes_on}),
            std::vector<std::string>{"block 1: game 4: it is over after 1 moves, but goes on: Insufficient material"});

  EXPECT_EQ(problems_of({mate, mate}), std::vector<std::string>{"game 3 comes twice"});
}

TEST(Verify, ADamagedBlockIsAProblemAndTheOthersAreStillChecked) {
  const TemporaryFile file("games");
  test::write_games(file.path(), test::random_games(6, 20), 1);
  file.flip(test::read_games(file.path()).block_ends[2] - 1);
  file.write(file.content() + "unfinished");
  std::vector<std::string> problems;
  const auto summary = verify(
      file.path(), 2, [&](const std::string& problem) { problems.push_back(problem); }, nullptr);
  ASSERT_TRUE(summary.ok()) << summary.error().message;
  EXPECT_EQ(summary->games, 5u);
  EXPECT_EQ(summary->unfinished_bytes, 10u);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_TRUE(problems[0].starts_with("block 3 is damaged: ")) << problems[0];
}

}  // namespace
}  // namespace rocada::data
