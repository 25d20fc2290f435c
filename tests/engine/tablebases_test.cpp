// The engine with endgame tables: it wins what is won, in time, and says so.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "chess/movegen.h"
#include "chess/notation.h"
#include "engine/engine.h"
#include "support/counting_clock.h"
#include "support/listener.h"
#include "support/positions.h"
#include "support/syzygy_data.h"

namespace rocada::engine {
namespace {

using chess::Move;
using game::GameRecord;
using test::game_from;
using test::Listener;
using test::TemporaryDirectory;

class TablebasesTest : public ::testing::Test {
 protected:
  std::string set_tables(const std::string& directories) {
    const auto note = engine.set_option(spec_of(OptionId::SyzygyPath), directories);
    EXPECT_TRUE(note.ok()) << (note.ok() ? "" : note.error().message);
    return note.ok() ? *note : "";
  }
  std::shared_ptr<Listener> search(const GameRecord& game, std::uint64_t nodes) {
    const auto listener = std::make_shared<Listener>();
    search::Limits limits;
    limits.nodes = nodes;
    engine.start(game, limits, listener);
    engine.wait();
    return listener;
  }

  util::SteadyClock clock;
  Engine engine{clock};
};

// Loses as late as it can.
Move best_defence(const tb::Tablebases& tables, const chess::Position& position) {
  const auto moves = tables.probe_moves(position).value().moves;
  return std::ranges::max_element(moves,
                                  [](const tb::MoveResult& a, const tb::MoveResult& b) {
                                    return a.result != b.result ? a.result < b.result : a.distance < b.distance;
                                  })
      ->move;
}

TEST_F(TablebasesTest, WonPositionsAreWonAgainstTheBestDefence) {
  ROCADA_NEEDS_SYZYGY_TABLES();
  set_tables(test::kSyzygyTables);
  const auto tables = tb::Tablebases::open(test::kSyzygyTables.string()).value();
  constexpr std::uint64_t kNodes = 200;
  int games = 0;
  for (const auto& [start, wdl, dtz] : test::known_positions()) {
    if (wdl != 2 || start.occupied().count() != 4) continue;
    ++games;
    GameRecord game(start);
    engine.new_game();
    while (!game.outcome().is_over()) {
      const bool attacks = game.position().side_to_move() == start.side_to_move();
      game.play(attacks ? search(game, kNodes)->results.back().best : best_defence(*tables, game.position()));
    }
    EXPECT_EQ(game.outcome().winner, start.side_to_move()) << to_fen(start) << " " << game.outcome().reason();
  }
  EXPECT_GT(games, 900);
}

// Without distances the search finds its way among the known wins by itself.
TEST_F(TablebasesTest, ResultsAloneKeepTheWin) {
  ROCADA_NEEDS_SYZYGY_TABLES();
  const TemporaryDirectory directory;
  directory.link_results();
  set_tables(directory.path());
  const auto tables = tb::Tablebases::open(directory.path().string()).value();
  auto game = game_from("8/8/8/8/8/1K1k4/1P6/8 w - - 0 1");
  ASSERT_EQ(tables->probe(game.position()), tb::Wdl::Win);
  for (int moves = 0; moves < 15; ++moves) {
    game.play(search(game, 1000)->results.back().best);
    ASSERT_EQ(tables->probe(game.position()), tb::Wdl::Loss) << to_fen(game.position());
    if (game.outcome().is_over()) break;
    game.play(best_defence(*tables, game.position()));
  }
  EXPECT_TRUE(game.position().pieces(chess::PieceType::Pawn).empty()) << "promoted by now";
}

TEST_F(TablebasesTest, EveryMovePlayedKeepsTheResultAndTheScoreTellsIt) {
  ROCADA_NEEDS_SYZYGY_TABLES();
  set_tables(test::kSyzygyTables);
  const auto tables = tb::Tablebases::open(test::kSyzygyTables.string()).value();
  constexpr std::size_t kEvery = 10;
  const auto positions = test::known_positions();
  for (std::size_t i = 0; i < positions.size(); i += kEvery) {
    const auto& [position, wdl, dtz] = positions[i];
    const GameRecord game(position);
    if (game.outcome().is_over()) continue;
    const auto listener = search(game, 100);
    const auto& answer = listener->results.back();
    chess::Position after = position;
    after.make(answer.best);
    EXPECT_EQ(2 - static_cast<int>(tables->probe(after).value()), wdl) << to_fen(position);
    EXPECT_EQ(eval::is_decisive(answer.score) ? (answer.score > 0 ? 2 : -2) : answer.score, wdl) << to_fen(position);
    EXPECT_EQ(listener->lines.back().moves.front(), answer.best);
  }
}

TEST_F(TablebasesTest, ExchangesIntoAKnownWinAreSeenFromAbove) {
  ROCADA_NEEDS_SYZYGY_TABLES();
  // Five men: no table yet, but the rooks can come off.
  const auto game = game_from("8/8/8/3k4/8/8/3r1P2/K2R4 w - - 0 1");
  const auto without = search(game, 3000)->results.back();
  set_tables(test::kSyzygyTables);
  engine.new_game();
  const auto with = search(game, 3000)->results.back();
  EXPECT_EQ(without.effort.tablebase_hits, 0U);
  EXPECT_GT(with.effort.tablebase_hits, 0U);
  EXPECT_FALSE(eval::is_decisive(without.score));
  EXPECT_TRUE(eval::is_decisive(with.score));
}

TEST_F(TablebasesTest, ThreeCheckIsNotTheGameTheTablesKnow) {
  ROCADA_NEEDS_SYZYGY_TABLES();
  set_tables(test::kSyzygyTables);
  const auto game = game_from("8/8/8/8/8/4k3/8/KQ6 w - - 3+3 0 1", chess::Variant::ThreeCheck);
  EXPECT_EQ(search(game, 2000)->results.back().effort.tablebase_hits, 0U);
}

TEST_F(TablebasesTest, AThirdRepetitionIsNoWin) {
  ROCADA_NEEDS_SYZYGY_TABLES();
  set_tables(test::kSyzygyTables);
  // Shuffling has used up the fastest way: the position after it would stand for the third time.
  auto game = game_from("8/8/8/8/8/4k3/8/KQ6 w - - 0 1");
  const auto play = [&](std::initializer_list<std::string_view> moves) {
    for (const auto move : moves) game.play(chess::parse_move(game.position(), move).value());
  };
  play({"b1b2", "e3e4", "b2b1", "e4e3", "b1b2", "e3e4", "b2b1", "e4e3"});
  const auto answer = search(game, 500)->results.back();
  game.play(answer.best);
  EXPECT_FALSE(game.outcome().is_over());
  EXPECT_TRUE(eval::is_decisive(answer.score));
}

TEST_F(TablebasesTest, ManyLinesShowTheLesserMovesTooTheBestFirst) {
  ROCADA_NEEDS_SYZYGY_TABLES();
  set_tables(test::kSyzygyTables);
  ASSERT_TRUE(engine.set_option(spec_of(OptionId::MultiPv), "218").ok());
  const auto game = game_from("8/8/8/8/8/8/3Q4/k1K5 w - - 0 1");
  const std::size_t moves = chess::legal_moves(game.position()).size();
  const auto lines = search(game, 3000)->lines;
  ASSERT_GE(lines.size(), moves);
  const std::vector<search::Line> first(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(moves));
  const auto is_win = [](const search::Line& line) { return eval::is_decisive(line.score); };
  EXPECT_TRUE(std::ranges::is_partitioned(first, is_win));
  EXPECT_TRUE(is_win(first.front()));
  EXPECT_EQ(first.back().score, eval::kDraw) << "stalemate, or the queen is lost";
}

// Bishop and knight mate here in more plies than the fifty-move rule leaves.
TEST_F(TablebasesTest, WithoutTheFiftyMoveRuleACursedWinIsAWin) {
  ROCADA_NEEDS_SYZYGY_TABLES();
  set_tables(test::kSyzygyTables);
  for (const auto& [fen, sign] :
       {std::pair("8/8/8/3k4/8/8/8/KBN5 w - - 80 120", 1), std::pair("8/8/8/3k4/8/8/1B6/KN6 b - - 80 120", -1)}) {
    for (const bool rule : {true, false, true}) {
      const auto set = engine.set_option(spec_of(OptionId::SyzygyFiftyMoveRule), rule ? "true" : "false");
      ASSERT_TRUE(set.ok());
      const eval::Score score = search(game_from(fen), 500)->results.back().score;
      if (rule) {
        EXPECT_EQ(score, sign * eval::kCursedWin) << fen;
      } else {
        EXPECT_TRUE(eval::is_decisive(score)) << fen;
        EXPECT_GT(sign * score, 0) << fen;
      }
    }
  }
}

TEST_F(TablebasesTest, TheLargestTablesAreAskedFromTheProbeDepthOnTheOthersAlways) {
  ROCADA_NEEDS_SYZYGY_TABLES();
  set_tables(test::kSyzygyTables);
  const auto hits = [&](std::string_view fen, const char* depth) {
    EXPECT_TRUE(engine.set_option(spec_of(OptionId::SyzygyProbeDepth), depth).ok());
    engine.new_game();
    return search(game_from(fen), 30000)->results.back().effort.tablebase_hits;
  };
  constexpr std::string_view kOneExchangeAway = "8/8/8/3k4/8/8/3r1P2/K2R4 w - - 0 1";
  const auto always = hits(kOneExchangeAway, "1");
  const auto sometimes = hits(kOneExchangeAway, "4");
  const auto never = hits(kOneExchangeAway, "100");
  EXPECT_GT(always, sometimes);
  EXPECT_GT(sometimes, never);
  // What is left after two captures has three men.
  EXPECT_GT(never, 0U);
}

// However long the disk takes, the clock is looked at before the next node.
TEST_F(TablebasesTest, TheClockIsLookedAtAfterEveryProbe) {
  ROCADA_NEEDS_SYZYGY_TABLES();
  const test::CountingClock counting;
  Engine watched(counting);
  ASSERT_TRUE(watched.set_option(spec_of(OptionId::SyzygyPath), test::kSyzygyTables.string()).ok());
  search::Limits limits;
  limits.nodes = 5000;
  limits.move_time = std::chrono::hours(1);
  const auto listener = std::make_shared<Listener>();
  watched.start(game_from("8/8/8/3k4/8/8/3r1P2/K2R4 w - - 0 1"), limits, listener);
  watched.wait();
  const std::uint64_t hits = listener->results.back().effort.tablebase_hits;
  EXPECT_GT(hits, 100U);
  EXPECT_GT(counting.looks(), hits * 9 / 10);
}

TEST_F(TablebasesTest, TheNoteSaysWhatWasFound) {
  EXPECT_EQ(set_tables("/no/such/dir"), "0 tables found; no directory /no/such/dir");
  EXPECT_EQ(set_tables("/no/such/dir"), "") << "nothing has changed";
  EXPECT_EQ(set_tables(""), "no tables");
  EXPECT_EQ(engine.options().text(OptionId::SyzygyPath), "");
}

TEST_F(TablebasesTest, ARefusedDirectoryLeavesTheTablesAsTheyWere) {
  ROCADA_NEEDS_SYZYGY_TABLES();
  const TemporaryDirectory damaged;
  std::ofstream(damaged.path() / "KQvK.rtbw") << "nothing of use";
  set_tables(test::kSyzygyTables);
  EXPECT_FALSE(engine.set_option(spec_of(OptionId::SyzygyPath), damaged.path().string()).ok());
  EXPECT_EQ(engine.options().text(OptionId::SyzygyPath), test::kSyzygyTables);
  EXPECT_GT(search(game_from("8/8/8/8/8/4k3/8/KQ6 w - - 0 1"), 100)->results.back().effort.tablebase_hits, 0U);
}

}  // namespace
}  // namespace rocada::engine
