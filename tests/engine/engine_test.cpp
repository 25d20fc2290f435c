#include "engine/engine.h"

#include <gtest/gtest.h>

#include <mutex>

#include "chess/fen.h"
#include "chess/legality.h"
#include "chess/movegen.h"
#include "chess/notation.h"

namespace rocada::engine {
namespace {

using util::Milliseconds;

// Keeps everything a search says.
class Listener final : public search::Observer {
 public:
  void line(const search::Line& line) override { lines.push_back(line); }
  void current_move(const search::CurrentMove&) override {}
  void finished(const search::Finished& result) override { results.push_back(result); }

  std::vector<search::Line> lines;
  std::vector<search::Finished> results;
};

game::GameRecord game_from(std::string_view fen, chess::Variant variant = chess::Variant::Standard) {
  return game::GameRecord(chess::parse_fen(fen, variant).value());
}

search::Limits nodes(std::uint64_t count) {
  search::Limits limits;
  limits.nodes = count;
  return limits;
}

class EngineTest : public ::testing::Test {
 protected:
  std::shared_ptr<Listener> search(Engine& engine, const game::GameRecord& game, const search::Limits& limits) {
    auto listener = std::make_shared<Listener>();
    engine.start(game, limits, listener);
    engine.wait();
    return listener;
  }
  std::string best(std::string_view fen, const search::Limits& limits,
                   chess::Variant variant = chess::Variant::Standard) {
    Engine engine(clock_);
    const auto game = game_from(fen, variant);
    const auto listener = search(engine, game, limits);
    return chess::to_san(game.position(), listener->results.at(0).best);
  }

  util::SteadyClock clock_;
};

TEST_F(EngineTest, FindsMatesAndSaysHowFar) {
  Engine engine(clock_);
  const auto game = game_from("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4");
  const auto listener = search(engine, game, nodes(20000));
  EXPECT_EQ(chess::to_san(game.position(), listener->results.at(0).best), "Qxf7#");
  EXPECT_EQ(eval::moves_to_mate(listener->results.at(0).score), 1);
  EXPECT_EQ(best("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", nodes(50000)), "Ra6");  // mate in two
}

TEST_F(EngineTest, TheThirdCheckIsAWin) {
  Engine engine(clock_);
  auto game = game_from("4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", chess::Variant::ThreeCheck);
  const auto listener = search(engine, game, nodes(5000));
  EXPECT_EQ(eval::moves_to_mate(listener->results.at(0).score), 1);
  game.play(listener->results.at(0).best);
  EXPECT_EQ(game.outcome().ending, chess::Ending::ChecksGiven);
}

TEST_F(EngineTest, AFinishedGameHasNoBestMove) {
  for (const char* fen :
       {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"}) {
    Engine engine(clock_);
    const auto listener = search(engine, game_from(fen), nodes(1000));
    EXPECT_TRUE(listener->results.at(0).best.is_none()) << fen;
  }
}

TEST_F(EngineTest, EveryLineToldIsLegalAndTheLastBeginsWithTheMovePlayed) {
  for (const int threads : {1, 2}) {
    Engine engine(clock_);
    ASSERT_TRUE(engine.set_option(spec_of(OptionId::Threads), std::to_string(threads)).ok());
    const auto game = game_from("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    const auto listener = search(engine, game, nodes(30000));
    ASSERT_FALSE(listener->lines.empty());
    for (const search::Line& line : listener->lines) {
      chess::Position position = game.position();
      for (const chess::Move move : line.moves) {
        ASSERT_TRUE(chess::is_legal(position, move));
        position.make(move);
      }
    }
    EXPECT_EQ(listener->lines.back().moves.front(), listener->results.at(0).best);
  }
}

TEST_F(EngineTest, AFixedNodeSearchRepeatsItselfAfterNewGame) {
  Engine engine(clock_);
  const auto game = game_from("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
  std::uint64_t first = 0;
  for (int i = 0; i < 5; ++i) {
    engine.new_game();
    search::Limits limits;
    limits.depth = 7;
    const auto listener = search(engine, game, limits);
    const std::uint64_t searched = listener->results.at(0).effort.nodes;
    if (i == 0) first = searched;
    EXPECT_EQ(searched, first);
  }
  const auto limited = search(engine, game, nodes(5000));
  EXPECT_EQ(limited->results.at(0).effort.nodes, 5000U);
}

TEST_F(EngineTest, MultiPvGivesDifferentMovesInOrder) {
  Engine engine(clock_);
  ASSERT_TRUE(engine.set_option(spec_of(OptionId::MultiPv), "3").ok());
  search::Limits limits;
  limits.depth = 5;
  const auto listener = search(engine, game_from(chess::kStartFen), limits);
  std::vector<search::Line> last(listener->lines.end() - 3, listener->lines.end());
  for (int rank = 1; rank <= 3; ++rank) EXPECT_EQ(last[static_cast<std::size_t>(rank) - 1].rank, rank);
  EXPECT_GE(last[0].score, last[1].score);
  EXPECT_GE(last[1].score, last[2].score);
  EXPECT_NE(last[0].moves[0], last[1].moves[0]);
  EXPECT_NE(last[1].moves[0], last[2].moves[0]);
}

TEST_F(EngineTest, OnlyTheMovesAskedForAreConsidered) {
  Engine engine(clock_);
  const auto game = game_from("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
  search::Limits limits = nodes(5000);
  limits.only_moves = {chess::parse_move(game.position(), "a1a2").value()};
  const auto listener = search(engine, game, limits);
  EXPECT_EQ(listener->results.at(0).best, limits.only_moves[0]);
}

// A search without end, or on the opponent's time, finishes only when told, even if there is nothing left to search.
TEST_F(EngineTest, InfiniteAndPonderingSearchesWaitToBeTold) {
  Engine engine(clock_);
  const auto mate_in_one = game_from("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
  auto listener = std::make_shared<Listener>();
  search::Limits limits;
  limits.infinite = true;
  limits.depth = 2;
  engine.start(mate_in_one, limits, listener);
  EXPECT_TRUE(engine.is_searching());
  engine.stop_and_wait();
  EXPECT_EQ(listener->results.size(), 1U);

  listener = std::make_shared<Listener>();
  limits = {};
  limits.pondering = true;
  limits.depth = 2;
  engine.start(mate_in_one, limits, listener);
  EXPECT_TRUE(engine.is_searching());
  engine.ponder_hit(search::GameClock{Milliseconds(1000), Milliseconds(0), std::nullopt});
  engine.wait();
  EXPECT_EQ(listener->results.size(), 1U);
}

TEST_F(EngineTest, APausedSearchStandsStillAndCanBeStopped) {
  Engine engine(clock_);
  auto listener = std::make_shared<Listener>();
  search::Limits limits;
  limits.infinite = true;
  engine.start(game_from(chess::kStartFen), limits, listener);
  engine.pause();
  engine.stop_and_wait();
  EXPECT_EQ(listener->results.size(), 1U);
}

TEST_F(EngineTest, AHashThatDoesNotFitIsRefusedAndTheOldOneKept) {
  Engine engine(clock_);
  const auto refused = engine.set_option(spec_of(OptionId::Hash), "1048576");
  EXPECT_FALSE(refused.ok());
  EXPECT_EQ(engine.options().number(OptionId::Hash), 16);
  EXPECT_EQ(search(engine, game_from(chess::kStartFen), nodes(2000))->results.size(), 1U);
}

// No hidden global state: two engines in one process play a game against each other.
TEST_F(EngineTest, TwoEnginesPlayAGameInOneProcess) {
  for (const chess::Variant variant : {chess::Variant::Standard, chess::Variant::ThreeCheck}) {
    Engine white(clock_);
    Engine black(clock_);
    game::GameRecord game(chess::start_position(variant));
    while (!game.outcome().is_over() && game.size() < 300) {
      Engine& engine = game.position().side_to_move() == chess::Color::White ? white : black;
      const auto listener = search(engine, game, nodes(300));
      const chess::Move move = listener->results.at(0).best;
      ASSERT_TRUE(chess::is_legal(game.position(), move));
      game.play(move);
    }
    EXPECT_GT(game.size(), 10U);
  }
}

}  // namespace
}  // namespace rocada::engine
