#include "app/piece_worth.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "chess/fen.h"
#include "support/positions.h"
#include "support/shown_scores.h"

namespace rocada::app {
namespace {

using chess::Position;
using chess::Square;
using test::position_of;

std::optional<eval::Score> worth_on(const PieceWorths& worths, std::string_view square) {
  return worths[static_cast<std::size_t>(Square::parse(square)->index())];
}

// Each position with its mirror image: colours exchanged, the other side to move.
constexpr std::pair<const char*, const char*> kMirrored[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
     "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1"},
    {"4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1", "r3k3/8/8/8/3Pp3/8/8/4K3 b q d3 0 1"},
};

TEST(PieceWorth, IsTheSameForBothColours) {
  for (const auto& [fen, mirrored_fen] : kMirrored) {
    const PieceWorths worths = piece_worths(position_of(fen));
    const PieceWorths mirrored = piece_worths(position_of(mirrored_fen));
    for (std::size_t square = 0; square < 64; ++square) {
      const auto& here = worths[square];
      const auto& there = mirrored[square ^ 56];
      ASSERT_EQ(here.has_value(), there.has_value()) << fen << " " << square;
      EXPECT_EQ(here.value_or(0), -there.value_or(0)) << fen << " " << square;
    }
  }
}

TEST(PieceWorth, IsTheDifferenceThePieceMakes) {
  const Position position = position_of("4k3/pp6/8/8/8/8/PP6/R3K3 w - - 0 1");
  const Position without_rook = position_of("4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1");
  const eval::Score rook = *worth_on(piece_worths(position), "a1");
  EXPECT_EQ(rook, white_evaluation(position) - white_evaluation(without_rook));
  EXPECT_GT(rook, 0);
}

TEST(PieceWorth, PiecesThatCanGoHaveANumber) {
  // A castling rook, the pawn that has just passed, and the one that may take it.
  const PieceWorths worths = piece_worths(position_of("4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1"));
  for (const char* square : {"a1", "d5", "e5"}) EXPECT_TRUE(worth_on(worths, square)) << square;
  EXPECT_EQ(std::ranges::count_if(worths, [](const auto& worth) { return worth.has_value(); }), 3);
}

TEST(PieceWorth, KingsAndPiecesThatMustStayHaveNone) {
  // Without the pawn Black would be in check with White to move.
  const PieceWorths worths = piece_worths(position_of("4k3/8/8/8/4P3/8/8/K3R3 w - - 0 1"));
  EXPECT_FALSE(worth_on(worths, "a1"));
  EXPECT_FALSE(worth_on(worths, "e8"));
  EXPECT_FALSE(worth_on(worths, "e4"));
  EXPECT_TRUE(worth_on(worths, "e1"));
}

TEST(PieceWorth, IsDrawnUnderThePiece) {
  PieceWorths worths;
  const chess::Position position = position_of("4k2q/8/8/8/8/8/8/R3K3 w - - 0 1");
  worths[0] = test::score_shown_as(512, position);
  worths[63] = test::score_shown_as(-1034, position);
  const std::string drawing = draw_worths(position, worths);
  EXPECT_NE(drawing.find(" 1 |   R    |        |        |        |   K    |        |        |        |\n"
                         "   | +5.12  |        |        |        |        |        |        |        |\n"),
            std::string::npos)
      << drawing;
  EXPECT_NE(drawing.find(" 8 |        |        |        |        |   k    |        |        |   q    |\n"
                         "   |        |        |        |        |        |        |        | -10.34 |\n"),
            std::string::npos)
      << drawing;
  EXPECT_EQ(std::ranges::count(drawing, '\n'), 8 * 3 + 2);
}

}  // namespace
}  // namespace rocada::app
