#include "chess/movegen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "chess/attacks.h"
#include "chess/bitboard.h"
#include "chess/fen.h"
#include "chess/legality.h"
#include "chess/notation.h"
#include "support/random_games.h"

namespace rocada::chess {
namespace {

std::set<std::uint16_t> codes(const MoveList& moves) {
  std::set<std::uint16_t> result;
  for (const Move move : moves) result.insert(move.code());
  return result;
}

TEST(MoveGenerator, GivesExactlyTheLegalAmongAll65536Codes) {
  int positions = 0;
  test::for_each_position_of_random_games(3, [&](const Position& position) {
    if (++positions % 4 != 0) return;
    const std::set<std::uint16_t> generated = codes(legal_moves(position));
    ASSERT_EQ(generated.size(), legal_moves(position).size()) << "a move was generated twice: " << to_fen(position);
    for (int code = 0; code < 65536; ++code) {
      const Move move = Move::from_code(static_cast<std::uint16_t>(code));
      ASSERT_EQ(is_legal(position, move), generated.contains(move.code())) << to_fen(position) << " code " << code;
    }
  });
}

// Legality from first principles: make the move on a bare board and look whether the king can be taken.
bool leaves_own_king_en_prise(const Position& position, Move move) {
  Position child = position;
  child.make(move);
  const Color us = position.side_to_move();
  return child.is_attacked(child.king(us), ~us, child.occupied());
}

TEST(MoveGenerator, NeverLeavesTheKingEnPrise) {
  test::for_each_position_of_random_games(40, [](const Position& position) {
    for (const Move move : legal_moves(position)) {
      ASSERT_FALSE(leaves_own_king_en_prise(position, move)) << to_fen(position) << " " << to_coordinates(move);
    }
  });
}

TEST(MoveGenerator, CountEqualsTheLengthOfTheList) {
  test::for_each_position_of_random_games(40, [](const Position& position) {
    ASSERT_EQ(count_legal_moves(position), legal_moves(position).size()) << to_fen(position);
    ASSERT_EQ(has_legal_move(position), !legal_moves(position).empty());
  });
}

TEST(MoveGenerator, NoisyAndQuietMovesTogetherAreAll) {
  test::for_each_position_of_random_games(40, [](const Position& position) {
    MoveList noisy;
    MoveList quiet;
    generate_moves<MoveKinds::Noisy>(position, noisy);
    generate_moves<MoveKinds::Quiet>(position, quiet);
    for (const Move move : noisy) {
      const bool captures = !position.is_empty(move.to()) || move.is_en_passant();
      ASSERT_TRUE(move.is_promotion() || captures) << to_fen(position) << " " << to_coordinates(move);
    }
    for (const Move move : quiet) {
      ASSERT_TRUE(move.is_castling() ||
                  (position.is_empty(move.to()) && !move.is_promotion() && !move.is_en_passant()));
    }
    auto both = codes(noisy);
    both.merge(codes(quiet));
    ASSERT_EQ(both, codes(legal_moves(position))) << to_fen(position);
    ASSERT_EQ(noisy.size() + quiet.size(), both.size());
  });
}

// The argument beside MoveList; then the most moves a game's position has, and the most that were found on any board.
TEST(MoveGenerator, NoPositionHasMoreMovesThanAListHolds) {
  std::size_t most = 2 + 8 * (12 - 8);
  for (const Square square : Bitboard::all()) {
    const int neighbours = king_attacks(square).count();
    EXPECT_LE(knight_attacks(square).count(), neighbours) << square.text();
    most += static_cast<std::size_t>(neighbours);
  }
  EXPECT_EQ(most, 454U);
  EXPECT_LE(most, MoveList::capacity());
  for (const auto& [fen, count] : {std::pair("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218U),
                                   std::pair("QQQQQQBk/Q5RB/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1", 271U)}) {
    const Position position = parse_fen(fen).value();
    MoveList moves;
    generate_moves<MoveKinds::Noisy>(position, moves);
    generate_moves<MoveKinds::Quiet>(position, moves);
    EXPECT_EQ(moves.size(), count) << fen;
    EXPECT_LE(moves.size(), most) << fen;
  }
}

TEST(MoveGenerator, GivesCheckIsWhatMakingTheMoveShows) {
  test::for_each_position_of_random_games(40, [](const Position& position) {
    for (const Move move : legal_moves(position)) {
      Position child = position;
      child.make(move);
      ASSERT_EQ(gives_check(position, move), child.in_check()) << to_fen(position) << " " << to_coordinates(move);
    }
  });
}

TEST(MoveGenerator, CastlingCanGiveCheck) {
  const auto checks = [](std::string_view fen, std::string_view text) {
    const Position position = parse_fen(fen).value();
    return gives_check(position, parse_move(position, text).value());
  };
  EXPECT_TRUE(checks("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"));
  EXPECT_FALSE(checks("6k1/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"));
  EXPECT_TRUE(checks("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O"));
}

}  // namespace
}  // namespace rocada::chess
