// The GPU's rules against the engine's, on the host.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "chess/movegen.h"
#include "chess/see.h"
#include "eval/nnue/standings.h"
#include "game/perft_suite.h"
#include "selfplay/back_ranks.h"
#include "selfplay/convert.h"
#include "selfplay/exchange.h"
#include "selfplay/openings.h"
#include "selfplay/perft.h"
#include "selfplay/standings.h"
#include "support/random_games.h"

namespace rocada::selfplay {
namespace {

std::vector<std::uint16_t> codes_of(const chess::MoveList& moves) {
  std::vector<std::uint16_t> codes;
  for (const chess::Move move : moves) codes.push_back(move.code());
  std::ranges::sort(codes);
  return codes;
}

TEST(SelfplayRules, MovesAreTheEngines) {
  test::for_each_position_of_random_games(20, [](const chess::Position& position) {
    const Position ours = from_chess(position);
    ListedMove list[kMostMoves];
    const int count = generate(ours, king_safety(ours), MoveKinds::All, list, OneLane{});
    std::vector<std::uint16_t> codes;
    for (int i = 0; i < count; ++i) codes.push_back(move_of(list[i]).code());
    std::ranges::sort(codes);
    ASSERT_EQ(codes, codes_of(chess::legal_moves(position))) << chess::to_fen(position);
  });
}

TEST(SelfplayRules, AMoveLeadsWhereTheEngineLeads) {
  test::for_each_position_of_random_games(10, [](const chess::Position& position) {
    for (const chess::Move move : chess::legal_moves(position)) {
      chess::Position next = position;
      next.make(move);
      Position ours = from_chess(position);
      make(ours, move);
      ASSERT_EQ(ours.key, next.key()) << chess::to_fen(position);
      ASSERT_EQ(to_chess(ours, next.full_move_number()), next) << chess::to_fen(position);
    }
  });
}

TEST(SelfplayRules, ChecksAndDeadMaterialAreTheEngines) {
  test::for_each_position_of_random_games(20, [](const chess::Position& position) {
    const Position ours = from_chess(position);
    ASSERT_EQ(king_safety(ours).checkers, position.checkers().bits()) << chess::to_fen(position);
    ASSERT_EQ(is_insufficient_material(ours), chess::is_insufficient_material(position)) << chess::to_fen(position);
  });
}

TEST(SelfplayRules, ExchangesAreTheEngines) {
  test::for_each_position_of_random_games(5, [](const chess::Position& position) {
    for (const chess::Move move : chess::legal_moves(position)) {
      for (const int threshold : {-100, 0, 1, 300}) {
        ASSERT_EQ(exchange_gains(from_chess(position), move, threshold), chess::see_at_least(position, move, threshold))
            << chess::to_fen(position);
      }
    }
  });
}

TEST(SelfplayRules, StandingsAreTheEngines) {
  test::for_each_position_of_random_games(20, [](const chess::Position& position) {
    const Standings ours = standings_of(from_chess(position), OneLane{});
    const eval::nnue::Standings engines(position);
    for (const chess::Square square : position.occupied()) {
      const int index = square.index();
      const auto standing = has(ours.pieces(), index) ? static_cast<Standing>(ours.how_on(index) + 1) : Standing::Safe;
      ASSERT_EQ(standing, engines.on(square)) << chess::to_fen(position) << " square " << index;
    }
  });
}

TEST(SelfplayRules, StartPositionsAreTheEngines) {
  const BackRanks ranks = make_back_ranks();
  for (const int white : {0, 1, 518, 700, 959}) {
    for (const int black : {0, 518, 333, 959}) {
      const Position ours = start_position(ranks.codes[white], ranks.codes[black], false);
      EXPECT_EQ(to_chess(ours, 1), chess::chess960_start(white, black).value());
      EXPECT_EQ(ours.key, chess::chess960_start(white, black).value().key());
    }
  }
}

void expect_counts(const std::filesystem::path& file, chess::Variant variant, std::uint64_t most_leaves) {
  const auto memory = std::make_unique<PerftMemory>();
  const auto suite = game::read_perft_suite(file.string(), variant);
  ASSERT_TRUE(suite.ok()) << suite.error().message;
  for (const game::PerftSuiteLine& line : *suite) {
    if (chess::count_legal_moves(line.position) > kMostMoves) continue;  // no game comes there
    for (const auto& [depth, nodes] : line.expected) {
      if (nodes > most_leaves || depth > kMostPerftDepth) continue;
      ASSERT_EQ(perft(from_chess(line.position), depth, *memory, OneLane{}), nodes) << file << " line " << line.number;
    }
  }
}

TEST(SelfplayRules, PerftCountsOfPublicSuitesAreRight) {
  const std::filesystem::path folder = std::filesystem::path(ROCADA_SHARED_DATA_DIR) / "perft";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no public test data";
  constexpr std::uint64_t kMostLeaves = 3000;  // quick, yet every position is looked at
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    expect_counts(file.path(), chess::Variant::Standard, kMostLeaves);
  }
}

TEST(SelfplayRules, PerftCountsOf3CheckAreRight) {
  const auto file = std::filesystem::path(ROCADA_SHARED_DATA_DIR) / "variants" / "3check_perft.epd";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "no public test data";
  expect_counts(file, chess::Variant::ThreeCheck, 1'000'000);
}

}  // namespace
}  // namespace rocada::selfplay
