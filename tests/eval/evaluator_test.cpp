#include "eval/evaluator.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "support/random_games.h"

namespace rocada::eval {
namespace {

using chess::Color;
using chess::Piece;
using chess::PositionSetup;
using chess::Square;

// The same position with the colours exchanged.
chess::Position mirrored(const chess::Position& position) {
  const PositionSetup setup = position.to_setup();
  PositionSetup mirror = setup;
  for (int index = 0; index < 64; ++index) {
    const Piece piece = setup[Square::from_index(index ^ 56)];
    mirror[Square::from_index(index)] = piece.is_none() ? Piece() : Piece(~piece.color(), piece.type());
  }
  mirror.side_to_move = ~setup.side_to_move;
  mirror.castling_rooks = chess::Bitboard();
  for (const Square rook : setup.castling_rooks) mirror.castling_rooks |= Square::from_index(rook.index() ^ 56);
  mirror.en_passant = chess::Bitboard();
  for (const Square square : setup.en_passant) mirror.en_passant |= Square::from_index(square.index() ^ 56);
  mirror.checks_given[Color::White] = setup.checks_given[Color::Black];
  mirror.checks_given[Color::Black] = setup.checks_given[Color::White];
  return chess::Position::from_setup(mirror).value();
}

TEST(Evaluator, IsTheSameForBothColours) {
  test::for_each_position_of_random_games(20, [](const chess::Position& position) {
    ASSERT_EQ(evaluate(position), evaluate(mirrored(position))) << chess::to_fen(position);
  });
}

TEST(Evaluator, NeverLooksLikeAMate) {
  const auto position = chess::parse_fen("QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q5pp/KQQQQ1nk w - - 0 1").value();
  EXPECT_FALSE(is_mate_score(evaluate(position)));
}

TEST(Evaluator, MoreMaterialAndMoreChecksAreBetter) {
  const auto score = [](std::string_view fen, chess::Variant variant = chess::Variant::Standard) {
    return evaluate(chess::parse_fen(fen, variant).value());
  };
  EXPECT_GT(score("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), score("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1"));
  EXPECT_GT(score("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"), 500);
  EXPECT_GT(score("4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", chess::Variant::ThreeCheck),
            score("4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1", chess::Variant::ThreeCheck));
}

TEST(Score, MatesAreCountedInMoves) {
  EXPECT_EQ(moves_to_mate(mate_in(1)), 1);
  EXPECT_EQ(moves_to_mate(mate_in(3)), 2);
  EXPECT_EQ(moves_to_mate(mated_in(2)), -1);
  EXPECT_EQ(moves_to_mate(mated_in(4)), -2);
  EXPECT_TRUE(is_mate_score(mate_in(40)));
  EXPECT_FALSE(is_mate_score(3000));
}

}  // namespace
}  // namespace rocada::eval
