#include "engine/engine.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <thread>

#include "chess/fen.h"
#include "chess/legality.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "support/counting_clock.h"
#include "support/listener.h"
#include "support/positions.h"

namespace rocada::engine {
namespace {

using test::game_from;
using test::Listener;
using util::Milliseconds;

// Keeps everything a search says.
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
  EXPECT_EQ(best("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", nodes(50000)), "Qh6+");
}

struct MateProblem {
  std::string_view fen;
  int moves;  // negative: the side to move is mated
  chess::Variant variant = chess::Variant::Standard;
};

TEST_F(EngineTest, AMateSearchEndsWithTheMateAndItsWholeLine) {
  constexpr MateProblem kProblems[] = {
      {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1},
      {"r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 2},
      {"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3},
      {"4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", 1, chess::Variant::ThreeCheck},
  };
  for (const MateProblem& problem : kProblems) {
    Engine engine(clock_);
    search::Limits limits = nodes(500000);
    limits.mate = problem.moves;
    auto game = game_from(problem.fen, problem.variant);
    const auto listener = search(engine, game, limits);
    EXPECT_EQ(eval::moves_to_mate(listener->results.at(0).score), problem.moves) << problem.fen;
    EXPECT_LT(listener->results.at(0).effort.nodes, *limits.nodes) << "it ends when the mate is found";
    for (const chess::Move move : listener->lines.back().moves) game.play(move);
    EXPECT_EQ(game.size(), static_cast<std::size_t>(2 * problem.moves - 1)) << problem.fen;
    EXPECT_EQ(game.outcome().winner, chess::Color::White) << problem.fen;
  }
}

TEST_F(EngineTest, WhoeverCannotEscapeSaysHowLongItTakes) {
  constexpr MateProblem kProblems[] = {
      {"7k/8/5K1Q/8/8/8/8/8 b - - 0 1", -1},  // in check, to g8, and Qg7
      {"k7/8/1K6/8/8/8/8/7R b - - 0 1", -1},  // only b8, and Rh8
  };
  for (const MateProblem& problem : kProblems) {
    Engine engine(clock_);
    const auto listener = search(engine, game_from(problem.fen), nodes(20000));
    EXPECT_EQ(eval::moves_to_mate(listener->results.at(0).score), problem.moves) << problem.fen;
  }
}

// White is behind, but checks on e8 and h5 for ever. That is seen as soon as the first of the checks could come back, a
// ply before it does.
TEST_F(EngineTest, APerpetualCheckIsADrawSeenEarly) {
  const auto game = game_from("6k1/ppp3p1/8/7Q/8/2p5/rr6/n5K1 w - - 0 1");
  Engine engine(clock_);
  const auto listener = search(engine, game, nodes(20000));
  ASSERT_LT(engine.evaluate(game.position()), eval::kDraw) << "White is about to be mated";
  EXPECT_EQ(listener->results.at(0).score, eval::kDraw);
  const auto first = std::ranges::find(listener->lines, eval::kDraw, &search::Line::score);
  ASSERT_NE(first, listener->lines.end());
  EXPECT_LE(first->depth, 5);
}

TEST_F(EngineTest, AnAdvantageFadesAsTheFiftyMoveDrawComesNear) {
  const auto score_after = [&](int plies) {
    Engine engine(clock_);
    search::Limits limits;
    limits.depth = 3;
    const auto game = game_from(fmt::format("8/8/3kn3/8/8/3K4/8/Q7 w - - {} 120", plies));
    return search(engine, game, limits)->results.at(0).score;
  };
  eval::Score last = score_after(0);
  EXPECT_GT(last, 300);
  for (const int plies : {30, 60, 90}) {
    const eval::Score score = score_after(plies);
    EXPECT_GT(score, 0);
    EXPECT_LT(score, last) << plies;
    last = score;
  }
  EXPECT_LT(score_after(90), score_after(0) * 3 / 4);
  EXPECT_EQ(score_after(99), eval::kDraw) << "the next move ends the game";
}

TEST_F(EngineTest, AMateOnTheHundredthPlyIsAMate) {
  Engine engine(clock_);
  const auto game = game_from("k7/8/1K6/8/8/8/8/7R w - - 99 120");
  const auto listener = search(engine, game, nodes(5000));
  EXPECT_EQ(chess::to_san(game.position(), listener->results.at(0).best), "Rh8#");
  EXPECT_EQ(eval::moves_to_mate(listener->results.at(0).score), 1);
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

// All a search says except how long it took.
std::vector<std::string> said(const Listener& listener) {
  std::vector<std::string> said;
  for (const search::Line& line : listener.lines) {
    if (line.bound != search::Bound::Exact) continue;  // told only after a while, by the clock
    said.push_back(fmt::format("{} {} {} {} {} {}:", line.depth, line.selective_depth, line.rank, line.score,
                               static_cast<int>(line.bound), line.effort.nodes));
    for (const chess::Move move : line.moves) said.back() += " " + chess::to_coordinates(move);
  }
  for (const search::Finished& result : listener.results) {
    said.push_back(fmt::format("{} {} {} {}", chess::to_coordinates(result.best), result.score, result.depth,
                               result.effort.nodes));
  }
  return said;
}

TEST_F(EngineTest, AfterNewGameASearchRepeatsItselfWhateverWasSearchedBefore) {
  Engine engine(clock_);
  const auto game = game_from("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
  const auto other = game_from("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  const auto first = search(engine, game, nodes(5000));
  EXPECT_EQ(first->results.at(0).effort.nodes, 5000U);
  for (std::uint64_t i = 1; i < 20; ++i) {
    search(engine, other, nodes(137 * i));
    engine.new_game();
    EXPECT_EQ(said(*search(engine, game, nodes(5000))), said(*first));
  }
}

// Where no check has been given, positions have the same keys in both games.
TEST_F(EngineTest, WhatWasFoundInOneGameIsNotForAnother) {
  const game::GameRecord three_check(chess::start_position(chess::Variant::ThreeCheck));
  Engine fresh(clock_);
  const auto expected = search(fresh, three_check, nodes(5000))->results.at(0);
  Engine engine(clock_);
  search(engine, game::GameRecord(chess::start_position()), nodes(20000));
  const auto found = search(engine, three_check, nodes(5000))->results.at(0);
  EXPECT_EQ(found.score, expected.score);
  EXPECT_EQ(found.effort.nodes, expected.effort.nodes);
}

TEST_F(EngineTest, AFixedDepthSearchRepeatsItselfToo) {
  search::Limits limits;
  limits.depth = 7;
  for (const chess::Variant variant : {chess::Variant::Standard, chess::Variant::ThreeCheck}) {
    Engine engine(clock_);
    const game::GameRecord game(chess::start_position(variant));
    const auto first = search(engine, game, limits);
    EXPECT_EQ(first->results.at(0).depth, 7);
    engine.new_game();
    EXPECT_EQ(said(*search(engine, game, limits)), said(*first));
  }
}

TEST_F(EngineTest, ASoftNodeLimitEndsTheSearchAfterTheDepthThatPassesIt) {
  const auto game = game_from("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
  const auto nodes_to_depth = [&](int depth) {
    Engine engine(clock_);
    search::Limits limits;
    limits.depth = depth;
    return search(engine, game, limits)->results.at(0).effort.nodes;
  };
  for (const std::uint64_t soft : {1U, 300U, 3000U}) {
    Engine engine(clock_);
    search::Limits limits;
    limits.soft_nodes = soft;
    const auto listener = search(engine, game, limits);
    const search::Finished& result = listener->results.at(0);
    EXPECT_GE(result.effort.nodes, soft);
    EXPECT_EQ(result.effort.nodes, nodes_to_depth(result.depth)) << "no depth is left half done";
    if (result.depth > 1) {
      EXPECT_LT(nodes_to_depth(result.depth - 1), soft);
    }
  }
}

TEST_F(EngineTest, StoppedBeforeItsFirstResultItSaysTheEvaluation) {
  Engine engine(clock_);
  const auto game = game_from("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
  const auto listener = search(engine, game, nodes(1));
  EXPECT_EQ(listener->results.at(0).score, engine.evaluate(game.position()));
  EXPECT_TRUE(chess::is_legal(game.position(), listener->results.at(0).best));
}

TEST_F(EngineTest, MultiPvGivesDifferentMovesInOrderAtEveryDepth) {
  constexpr int kLines = 3;
  Engine engine(clock_);
  ASSERT_TRUE(engine.set_option(spec_of(OptionId::MultiPv), std::to_string(kLines)).ok());
  search::Limits limits;
  limits.depth = 9;
  const auto listener = search(engine, game_from(chess::kStartFen), limits);
  const std::vector<search::Line>& lines = listener->lines;
  ASSERT_EQ(lines.size(), static_cast<std::size_t>(kLines * *limits.depth));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i].rank, static_cast<int>(i % kLines) + 1);
    if (lines[i].rank == 1) continue;
    EXPECT_EQ(lines[i].depth, lines[i - 1].depth);
    EXPECT_LE(lines[i].score, lines[i - 1].score) << "depth " << lines[i].depth;
    EXPECT_NE(lines[i].moves[0], lines[i - 1].moves[0]);
  }
  EXPECT_EQ(listener->results.at(0).best, lines[lines.size() - kLines].moves[0]);
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

// Waiting must not be mistaken for searching on: all limits but those of time still end the work.
TEST_F(EngineTest, AnInfiniteOrPonderingSearchThatHasHadItsNodesStillWaitsToBeTold) {
  for (const bool pondering : {false, true}) {
    Engine engine(clock_);
    const auto listener = std::make_shared<Listener>();
    search::Limits limits = nodes(1000);
    limits.infinite = !pondering;
    limits.pondering = pondering;
    engine.start(game_from(chess::kStartFen), limits, listener);
    while (engine.effort().nodes < 1000) std::this_thread::yield();
    for (int i = 0; i < 1000; ++i) std::this_thread::yield();
    EXPECT_TRUE(engine.is_searching());
    EXPECT_EQ(engine.effort().nodes, 1000U);
    if (pondering) {
      engine.ponder_hit(std::nullopt);
      engine.wait();
    } else {
      engine.stop_and_wait();
    }
    EXPECT_EQ(listener->results.size(), 1U);
  }
}

TEST_F(EngineTest, WhenTimeIsShortTheClockIsLookedAtMoreOften) {
  constexpr std::uint64_t kNodes = 20000;
  const auto looks_with = [&](Milliseconds time) {
    const test::CountingClock clock;
    Engine engine(clock);
    search::Limits limits = nodes(kNodes);
    limits.move_time = time;
    search(engine, game_from(chess::kStartFen), limits);
    return clock.looks();
  };
  EXPECT_GT(looks_with(Milliseconds(100)), looks_with(Milliseconds(10000)) + kNodes / 80);
}

// Another value than the default one, which nothing keeps from being set.
std::string another_value(const OptionSpec& spec) {
  switch (spec.type) {
    case OptionType::Check: return spec.default_value == "true" ? "false" : "true";
    case OptionType::Spin: return std::to_string(spec.minimum + (spec.default_value == std::to_string(spec.minimum)));
    case OptionType::Combo: return "3check";
    default: return "";
  }
}

TEST_F(EngineTest, OptionsEndASearchWhereTheirTableSaysSo) {
  for (const OptionSpec& spec : option_table()) {
    if (spec.type == OptionType::String || spec.type == OptionType::File) continue;  // empty as they are
    Engine engine(clock_);
    const std::string file = ::testing::TempDir() + "rocada_engine_test_" + std::to_string(getpid()) + ".hash";
    ASSERT_TRUE(engine.set_option(spec_of(OptionId::HashFile), file).ok());
    ASSERT_TRUE(engine.set_option(spec_of(OptionId::SaveHash), "").ok());
    const auto listener = std::make_shared<Listener>();
    search::Limits limits;
    limits.infinite = true;
    engine.start(game_from(chess::kStartFen), limits, listener);
    EXPECT_TRUE(engine.set_option(spec, another_value(spec)).ok()) << spec.name;
    EXPECT_EQ(engine.is_searching(), !spec.ends_search) << spec.name;
    engine.stop_and_wait();
    std::remove(file.c_str());
  }
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

TEST_F(EngineTest, APausedSearchGoesOnWhereItWas) {
  Engine engine(clock_);
  const auto listener = std::make_shared<Listener>();
  engine.start(game_from(chess::kStartFen), nodes(20000), listener);
  engine.pause();
  engine.resume();
  engine.wait();
  ASSERT_EQ(listener->results.size(), 1U);
  EXPECT_GE(listener->results[0].effort.nodes, 20000U);
}

TEST_F(EngineTest, StopIsAWishAndTheEffortIsKnownMeanwhile) {
  Engine engine(clock_);
  const auto listener = std::make_shared<Listener>();
  search::Limits limits;
  limits.infinite = true;
  engine.start(game_from(chess::kStartFen), limits, listener);
  while (engine.effort().nodes == 0) std::this_thread::yield();
  engine.stop();
  engine.wait();
  EXPECT_EQ(listener->results.size(), 1U);
  EXPECT_EQ(engine.effort().nodes, 0U) << "of a search in progress";
}

TEST_F(EngineTest, AHashThatDoesNotFitIsRefusedAndTheOldOneKept) {
  Engine engine(clock_);
  const auto refused = engine.set_option(spec_of(OptionId::Hash), "1048576");
  EXPECT_FALSE(refused.ok());
  EXPECT_EQ(engine.options().number(OptionId::Hash), 16);
  EXPECT_EQ(search(engine, game_from(chess::kStartFen), nodes(2000))->results.size(), 1U);
}

TEST_F(EngineTest, TheNumberOfThreadsMayChangeBetweenSearches) {
  Engine engine(clock_);
  const auto game = game_from(chess::kStartFen);
  for (const char* threads : {"3", "1", "5", "2"}) {
    ASSERT_TRUE(engine.set_option(spec_of(OptionId::Threads), threads).ok());
    for (int i = 0; i < 3; ++i) {
      const auto listener = search(engine, game, nodes(2000));
      ASSERT_EQ(listener->results.size(), 1U);
      EXPECT_TRUE(chess::is_legal(game.position(), listener->results.at(0).best));
    }
  }
}

TEST_F(EngineTest, ThreadsAreNotMoreThanTheProcessorsCanServe) {
  Engine engine(clock_);
  const auto note = engine.set_option(spec_of(OptionId::Threads), "1024");
  ASSERT_TRUE(note.ok()) << note.error().message;
  const int processors = static_cast<int>(std::thread::hardware_concurrency());
  if (processors >= 256) GTEST_SKIP() << "here they can serve as many";
  EXPECT_EQ(engine.options().number(OptionId::Threads), 4 * processors);
  EXPECT_EQ(*note, fmt::format("{} threads: no more than 4 for each processor", 4 * processors));
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
