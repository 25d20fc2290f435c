// UCI_LimitStrength, UCI_Elo and Strength: a weaker player in games, and only there.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "engine/engine.h"
#include "engine/waiting_search.h"
#include "search/handicap.h"
#include "support/listener.h"
#include "support/temporary_file.h"
#include "util/random.h"

namespace rocada::engine {
namespace {

class Strength : public ::testing::Test {
 protected:
  void set(OptionId id, std::string_view value) { ASSERT_TRUE(engine_.set_option(spec_of(id), value).ok()); }
  search::Finished answer(const game::GameRecord& game, const search::Limits& limits) {
    return search_to_the_end(engine_, game, limits);
  }
  static search::Limits on_the_clock() {
    search::Limits limits;
    limits.clock = search::GameClock{util::Milliseconds(600000), util::Milliseconds(0), std::nullopt};
    return limits;
  }

  const game::GameRecord start_{chess::start_position()};
  util::SteadyClock clock_;
  Engine engine_{clock_};
};

TEST_F(Strength, LimitsTheNodesOfAGameByEitherProtocolsOption) {
  const std::uint64_t few = search::handicap_of(1200, 0, chess::start_position()).nodes;
  set(OptionId::Elo, "1200");
  set(OptionId::LimitStrength, "true");
  EXPECT_LE(answer(start_, on_the_clock()).effort.nodes, few + 1);
  set(OptionId::LimitStrength, "false");
  set(OptionId::Strength, "1200");
  EXPECT_LE(answer(start_, on_the_clock()).effort.nodes, few + 1);
}

TEST_F(Strength, AnAnalysisIsAlwaysAtFullStrength) {
  search::Limits limits;
  limits.nodes = 20'000;
  const search::Finished full = answer(start_, limits);
  set(OptionId::Strength, "800");
  engine_.new_game();
  const search::Finished analysis = answer(start_, limits);
  EXPECT_EQ(analysis.effort.nodes, full.effort.nodes);
  EXPECT_EQ(analysis.score, full.score);
  EXPECT_EQ(analysis.best, full.best);
}

TEST_F(Strength, WhoeverSaysThatHeAnalysesGetsFullStrengthOnTheClockToo) {
  set(OptionId::LimitStrength, "true");
  set(OptionId::Elo, "800");
  set(OptionId::AnalyseMode, "true");
  search::Limits limits = on_the_clock();
  limits.depth = 8;
  const std::uint64_t few = search::handicap_of(800, 0, chess::start_position()).nodes;
  EXPECT_GT(answer(start_, limits).effort.nodes, 2 * few);
  set(OptionId::AnalyseMode, "false");
  EXPECT_LE(answer(start_, limits).effort.nodes, few + 1);
}

// Its misjudged evaluations must not be read back from the table, nor may it profit from what an analysis has found.
TEST_F(Strength, AnAnalysisAndAWeakPlayerKnowNothingOfEachOther) {
  search::Limits limits;
  limits.nodes = 3'000;
  set(OptionId::Strength, "1400");
  const search::Finished analysis = answer(start_, limits);
  const search::Finished move = answer(start_, on_the_clock());
  for (int i = 0; i < 3; ++i) {
    const search::Finished analysis_again = answer(start_, limits);
    EXPECT_EQ(analysis_again.score, analysis.score);
    EXPECT_EQ(analysis_again.depth, analysis.depth);
    EXPECT_EQ(analysis_again.best, analysis.best);
    const search::Finished move_again = answer(start_, on_the_clock());
    EXPECT_EQ(move_again.score, move.score);
    EXPECT_EQ(move_again.depth, move.depth);
    EXPECT_EQ(move_again.best, move.best);
  }
}

TEST_F(Strength, WhatAWeakPlayerHasSeenIsNotSaved) {
  const test::TemporaryFile file("hash");
  set(OptionId::HashFile, file.path());
  set(OptionId::Strength, "1400");
  answer(start_, on_the_clock());
  EXPECT_FALSE(engine_.set_option(spec_of(OptionId::SaveHash), "").ok());
  search::Limits limits;
  limits.depth = 1;
  answer(start_, limits);
  EXPECT_TRUE(engine_.set_option(spec_of(OptionId::SaveHash), "").ok());
}

// On the opponent's time a weak player looks no further than on its own.
TEST_F(Strength, LimitsTheNodesOfPonderingToo) {
  set(OptionId::Elo, "2000");
  set(OptionId::LimitStrength, "true");
  const std::uint64_t few = search::handicap_of(2000, 0, chess::start_position()).nodes;
  for (const bool knows_its_clock : {true, false}) {
    search::Limits limits;
    if (knows_its_clock) limits = on_the_clock();
    limits.pondering = true;
    const auto listener = std::make_shared<test::Listener>();
    engine_.start(start_, limits, listener);
    while (engine_.effort().nodes < few) std::this_thread::yield();
    for (int i = 0; i < 1000; ++i) std::this_thread::yield();
    EXPECT_LE(engine_.effort().nodes, few + 1);
    EXPECT_TRUE(engine_.is_searching()) << "the answer waits for the ponder hit";
    engine_.ponder_hit(on_the_clock().clock);
    engine_.wait();
    ASSERT_EQ(listener->results.size(), 1U);
    EXPECT_LE(listener->results[0].effort.nodes, few + 1);
  }
}

TEST_F(Strength, TheWeakestStillFindsAMoveEverywhere) {
  set(OptionId::Strength, "800");
  util::Random random(1);
  game::GameRecord game(chess::start_position());
  while (!game.outcome().is_over() && game.size() < 200) {
    const chess::MoveList moves = chess::legal_moves(game.position());
    const chess::Move best = answer(game, on_the_clock()).best;
    ASSERT_NE(std::ranges::find(moves, best), moves.end()) << chess::to_fen(game.position());
    game.play(random.below(4) == 0 ? moves[random.below(static_cast<std::uint32_t>(moves.size()))] : best);
  }
}

// In any of many games, each with its own oversights.
TEST_F(Strength, TheWeakestAlwaysRetakesTheQueen) {
  set(OptionId::Strength, "800");
  game::GameRecord game(chess::parse_fen("4k3/pp3ppp/2p5/3q4/8/8/PP1Q1PPP/4K3 w - - 0 1").value());
  game.play(chess::parse_move(game.position(), "Qxd5").value());
  const chess::Move retakes = chess::parse_move(game.position(), "cxd5").value();
  for (int i = 0; i < 100; ++i) {
    engine_.new_game();
    EXPECT_EQ(answer(game, on_the_clock()).best, retakes);
  }
}

TEST_F(Strength, TheWeakestMatesWithQueenAndWithRook) {
  set(OptionId::Strength, "800");
  util::Random random(2);
  for (const char* fen : {"8/8/4k3/8/8/8/8/Q3K3 w - - 0 1", "8/8/3k4/8/8/8/8/R3K3 w - - 0 1",
                          "7K/8/8/3k4/8/8/8/r7 b - - 0 1", "k7/8/8/8/3K4/8/8/6Q1 w - - 0 1"}) {
    game::GameRecord game(chess::parse_fen(fen).value());
    const chess::Color winner = game.position().side_to_move();
    engine_.new_game();
    while (!game.outcome().is_over()) {
      const chess::MoveList moves = chess::legal_moves(game.position());
      game.play(game.position().side_to_move() == winner
                    ? answer(game, on_the_clock()).best
                    : moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    EXPECT_TRUE(game.position().in_check()) << fen << " ended in " << chess::to_fen(game.position());
    EXPECT_EQ(game.outcome().result(),
              winner == chess::Color::White ? game::GameResult::WhiteWins : game::GameResult::BlackWins);
  }
}

}  // namespace
}  // namespace rocada::engine
