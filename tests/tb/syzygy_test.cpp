#include "tb/syzygy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "chess/movegen.h"
#include "support/syzygy_data.h"

namespace rocada::tb {
namespace {

using chess::parse_fen;
using test::TemporaryDirectory;

using Tables = std::shared_ptr<const Tablebases>;

Tables open(const std::string& directories) {
  const auto opened = Tablebases::open(directories);
  EXPECT_TRUE(opened.ok()) << (opened.ok() ? "" : opened.error().message);
  return opened.ok() ? *opened : nullptr;
}

constexpr const char* kQueenWins = "8/8/8/8/8/4k3/8/KQ6 w - - 0 1";
constexpr const char* kRookWins = "8/8/8/8/8/4k3/8/KR6 w - - 0 1";

TEST(Syzygy, EveryPublicPositionIsAnsweredRight) {
  ROCADA_NEEDS_SYZYGY_TABLES();
  const Tables tables = open(test::kSyzygyTables);
  EXPECT_EQ(tables->largest(), 4);
  EXPECT_EQ(tables->summary(), "70 tables found: 35 WDL and 35 DTZ, up to 4 men");
  const auto positions = test::known_positions();
  EXPECT_GT(positions.size(), 3000U);
  for (const auto& [position, wdl, dtz] : positions) {
    const auto result = tables->probe(position);
    ASSERT_TRUE(result) << to_fen(position);
    EXPECT_EQ(static_cast<int>(*result) - 2, wdl) << to_fen(position);

    const auto moves = tables->probe_moves(position);
    if (!chess::has_legal_move(position)) {
      EXPECT_FALSE(moves);
      continue;
    }
    ASSERT_TRUE(moves) << to_fen(position);
    EXPECT_TRUE(moves->has_distances);
    EXPECT_EQ(moves->moves.size(), chess::count_legal_moves(position));
    // The best result with the shortest way to a win, or the longest to a loss, is the position's own.
    const auto best = std::ranges::max_element(moves->moves, [](const MoveResult& a, const MoveResult& b) {
      if (a.result != b.result) return a.result < b.result;
      return a.result >= Wdl::CursedWin ? a.distance > b.distance : a.distance < b.distance;
    });
    EXPECT_EQ(static_cast<int>(best->result) - 2, wdl) << to_fen(position);
    EXPECT_EQ(moves->distance, std::abs(dtz)) << to_fen(position);
    EXPECT_LE(std::abs(best->distance - std::abs(dtz)), 1) << to_fen(position);
  }
}

TEST(Syzygy, TheFiftyMoveCountCanSpoilAWin) {
  ROCADA_NEEDS_SYZYGY_TABLES();
  const Tables tables = open(test::kSyzygyTables);
  const auto best_result = [&](const std::string& fen) {
    const auto moves = tables->probe_moves(parse_fen(fen).value());
    return std::ranges::max_element(moves->moves, {}, &MoveResult::result)->result;
  };
  const std::string bishop_and_knight = "8/8/8/8/8/4k3/8/KBN5 w - - ";  // mate takes about thirty moves
  EXPECT_EQ(best_result(bishop_and_knight + "0 1"), Wdl::Win);
  EXPECT_EQ(best_result(bishop_and_knight + "60 80"), Wdl::CursedWin);
  EXPECT_FALSE(tables->probe_moves(parse_fen(bishop_and_knight + "100 80").value()));
}

TEST(Syzygy, WithoutDistancesTheResultsOfTheMovesAreStillKnown) {
  ROCADA_NEEDS_SYZYGY_TABLES();
  const TemporaryDirectory directory;
  directory.link_results();
  const Tables tables = open(directory.path());
  EXPECT_EQ(tables->summary(), "35 tables found: 35 WDL and 0 DTZ, up to 4 men");
  const auto moves = tables->probe_moves(parse_fen(kQueenWins).value());
  ASSERT_TRUE(moves);
  EXPECT_FALSE(moves->has_distances);
  EXPECT_GT(std::ranges::count(moves->moves, Wdl::Win, &MoveResult::result), 0);
  EXPECT_GT(std::ranges::count(moves->moves, Wdl::Draw, &MoveResult::result), 0) << "the queen can be given away";
}

TEST(Syzygy, PositionsTheTablesDoNotKnowAreNotProbed) {
  ROCADA_NEEDS_SYZYGY_TABLES();
  const Tables tables = open(test::kSyzygyTables);
  const auto is_probed = [&](std::string_view fen, chess::Variant variant = chess::Variant::Standard) {
    const chess::Position position = parse_fen(fen, variant).value();
    return tables->probe(position).has_value() || tables->probe_moves(position).has_value();
  };
  EXPECT_TRUE(is_probed("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"));
  EXPECT_FALSE(is_probed("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")) << "castling";
  EXPECT_FALSE(is_probed("4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1", chess::Variant::ThreeCheck));
  EXPECT_FALSE(is_probed("4k3/8/8/8/8/8/P7/RN2K3 w - - 0 1")) << "five men";
}

TEST(Syzygy, SeveralDirectoriesWithBlanksInTheirNames) {
  ROCADA_NEEDS_SYZYGY_TABLES();
  const TemporaryDirectory queens;
  const TemporaryDirectory rooks;
  queens.link_table("KQvK");
  rooks.link_table("KRvK");
  rooks.link_table("KQvK");
  const auto queen = parse_fen(kQueenWins).value();
  const auto rook = parse_fen(kRookWins).value();
  {
    const Tables tables = open(queens.path());
    EXPECT_EQ(tables->summary(), "2 tables found: 1 WDL and 1 DTZ, up to 3 men");
    EXPECT_EQ(tables->probe(queen), Wdl::Win);
    EXPECT_EQ(tables->probe(rook), std::nullopt);
  }
  for (const std::string separator : {":", ";", "::", ";:"}) {
    const Tables tables = open(separator + queens.path().string() + separator + rooks.path().string() + separator);
    EXPECT_TRUE(tables->summary().starts_with("4 tables found: 2 WDL and 2 DTZ")) << tables->summary();
    EXPECT_EQ(tables->probe(queen), Wdl::Win);
    EXPECT_EQ(tables->probe(rook), Wdl::Win);
  }
}

TEST(Syzygy, NothingFoundIsNoError) {
  const TemporaryDirectory empty;
  for (const std::string& directories : {std::string(), std::string(":;:"), empty.path().string()}) {
    const Tables tables = open(directories);
    EXPECT_EQ(tables->summary(), "0 tables found") << directories;
    EXPECT_EQ(tables->largest(), 0);
    EXPECT_EQ(tables->probe(parse_fen(kQueenWins).value()), std::nullopt);
    EXPECT_FALSE(tables->probe_moves(parse_fen(kQueenWins).value()));
  }
  EXPECT_EQ(open("/EGT/Syzygy")->summary(), "0 tables found; no directory /EGT/Syzygy");
}

TEST(Syzygy, ADamagedTableIsNamed) {
  const TemporaryDirectory directory;
  const auto file = directory.path() / "KQvK.rtbw";
  for (const std::string& content : {std::string("short"), std::string(80, 'x'), std::string()}) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << content;
    const auto opened = Tablebases::open(directory.path().string());
    ASSERT_FALSE(opened.ok());
    EXPECT_EQ(opened.error().message, file.string() + " is damaged; remove it or fetch it again");
  }
}

TEST(Syzygy, OneSetOfTablesAtATime) {
  Tables first = open("/no/such/directory");
  EXPECT_EQ(open("/no/such/directory:"), first);
  EXPECT_FALSE(Tablebases::open("/another/directory").ok());
  first.reset();
  EXPECT_TRUE(Tablebases::open("/another/directory").ok());
}

TEST(Syzygy, ThreadsMayProbeAtTheSameTime) {
  ROCADA_NEEDS_SYZYGY_TABLES();
  const Tables tables = open(test::kSyzygyTables);
  const auto positions = test::known_positions();
  const auto probe_all = [&](std::size_t first) {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const auto& known = positions[(first + i) % positions.size()];
      EXPECT_EQ(static_cast<int>(tables->probe(known.position).value()) - 2, known.wdl);
    }
  };
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < 4; ++i) threads.emplace_back(probe_all, i * positions.size() / 4);
}

}  // namespace
}  // namespace rocada::tb
