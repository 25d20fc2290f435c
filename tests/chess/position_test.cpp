#include "chess/position.h"

#include <gtest/gtest.h>

#include <array>

#include "chess/fen.h"
#include "chess/legality.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "support/random_games.h"

namespace rocada::chess {
namespace {

Position after(const Position& position, Move move) {
  Position child = position;
  child.make(move);
  return child;
}

MoveDelta delta_of(const Position& position, Move move) {
  Position child = position;
  return child.make(move);
}

Position play(std::string_view fen, std::initializer_list<std::string_view> moves,
              Variant variant = Variant::Standard) {
  Position position = parse_fen(fen, variant).value();
  for (const std::string_view move : moves) position.make(parse_move(position, move).value());
  return position;
}

TEST(Position, AfterEveryMoveDerivedFieldsAreWhatTheBoardSays) {
  test::for_each_position_of_random_games(40, [](const Position& position) {
    for (const Move move : legal_moves(position)) {
      ASSERT_TRUE(after(position, move).is_consistent()) << to_fen(position) << " " << to_coordinates(move);
    }
  });
}

TEST(Position, AfterEveryMoveItIsThePositionItsFenDescribes) {
  test::for_each_position_of_random_games(20, [](const Position& position) {
    for (const Move move : legal_moves(position)) {
      const Position child = after(position, move);
      const auto reread = parse_fen(to_fen(child), child.variant());
      ASSERT_TRUE(reread.ok()) << to_fen(child) << ": " << reread.error().message;
      ASSERT_EQ(*reread, child) << to_fen(position) << " " << to_coordinates(move);
    }
  });
}

TEST(Position, MakingAMoveInACopyLeavesTheOriginalAlone) {
  test::for_each_position_of_random_games(10, [](const Position& position) {
    const Position before = position;
    for (const Move move : legal_moves(position)) {
      after(position, move);
      ASSERT_EQ(position, before);
    }
  });
}

TEST(Position, TheDeltaTurnsTheOldBoardIntoTheNew) {
  test::for_each_position_of_random_games(20, [](const Position& position) {
    for (const Move move : legal_moves(position)) {
      Position child = position;
      const MoveDelta delta = child.make(move);
      PositionSetup board = position.to_setup();
      for (const auto& [piece, square] : delta.removed) {
        ASSERT_EQ(board[square], piece);
        board[square] = Piece();
      }
      for (const auto& [piece, square] : delta.added) {
        ASSERT_TRUE(board[square].is_none());
        board[square] = piece;
      }
      ASSERT_EQ(board.board, child.to_setup().board) << to_fen(position) << " " << to_coordinates(move);
    }
  });
}

TEST(Position, WhatAMoveCapturesIsTheEnemyPieceItRemoves) {
  test::for_each_position_of_random_games(20, [](const Position& position) {
    for (const Move move : legal_moves(position)) {
      PieceType captured = PieceType::None;
      for (const auto& [piece, square] : delta_of(position, move).removed) {
        if (piece.color() != position.side_to_move()) captured = piece.type();
      }
      ASSERT_EQ(position.captured_by(move), captured) << to_fen(position) << " " << to_coordinates(move);
    }
  });
}

TEST(Position, AQuietMoveIsOneThatKeepsTheMaterial) {
  const auto material = [](const Position& position) {
    std::array<int, Piece::kCount> counts{};
    for (const Square square : position.occupied()) ++counts[position.piece_on(square).index()];
    return counts;
  };
  test::for_each_position_of_random_games(10, [&](const Position& position) {
    for (const Move move : legal_moves(position)) {
      ASSERT_EQ(position.is_quiet(move), material(after(position, move)) == material(position))
          << to_fen(position) << " " << to_coordinates(move);
    }
  });
}

TEST(Position, TheLikelyKeyIsTheRealOneUnlessSomethingRareHappens) {
  int usual = 0;
  int rare = 0;
  test::for_each_position_of_random_games(20, [&](const Position& position) {
    for (const Move move : legal_moves(position)) {
      const Position child = after(position, move);
      const Color us = position.side_to_move();
      const bool is_rare = move.kind() != Move::Kind::Normal || child.castling_rooks() != position.castling_rooks() ||
                           child.en_passant().any() || position.en_passant().any() ||
                           child.checks_given(us) != position.checks_given(us);
      ++(is_rare ? rare : usual);
      if (!is_rare) {
        ASSERT_EQ(position.likely_key_after(move), child.key()) << to_fen(position) << " " << to_coordinates(move);
      }
    }
  });
  EXPECT_GT(usual, 9 * rare);
}

TEST(Position, SetupRoundTrip) {
  test::for_each_position_of_random_games(
      10, [](const Position& position) { ASSERT_EQ(Position::from_setup(position.to_setup()).value(), position); });
}

TEST(Position, ASetupWithImpossibleCastlingIsRefused) {
  const auto why = [](std::string_view fen, std::string_view rook) {
    PositionSetup setup = parse_fen(fen).value().to_setup();
    setup.castling_rooks = *Square::parse(rook);
    return Position::from_setup(setup).error().message;
  };
  EXPECT_EQ(why("4k3/8/8/8/8/8/4K3/7R w - - 0 1", "h1"), "white cannot have castling rights: its king stands on e2");
  EXPECT_EQ(why("4k3/8/8/8/7R/8/8/4K3 w - - 0 1", "h4"), "a castling rook must stand on its home rank, not on h4");
  EXPECT_EQ(why("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "a1"), "no such castling rook: no white rook on a1");
}

TEST(Position, PassingTheTurnTwiceChangesOnlyTheCounters) {
  test::for_each_position_of_random_games(5, [](const Position& position) {
    if (position.in_check() || position.en_passant().any()) return;
    Position passed = position;
    passed.make_null();
    ASSERT_NE(passed.key(), position.key());
    if (passed.in_check()) return;
    ASSERT_TRUE(passed.is_consistent());
    passed.make_null();
    ASSERT_EQ(passed.key(), position.key());
    ASSERT_EQ(passed.fifty_move_count(), position.fifty_move_count() + 2);
  });
}

TEST(Position, CheckersAndPinsAreThoseFoundByRemovingPieces) {
  test::for_each_position_of_random_games(10, [](const Position& position) {
    const Color us = position.side_to_move();
    const Square king = position.king(us);
    ASSERT_EQ(position.checkers(), position.attackers_to(king, position.occupied()) & position.pieces(~us));
    for (const Square square : position.pieces(us) - Bitboard(king)) {
      const Bitboard without = position.occupied() ^ square;
      const Bitboard attackers = position.attackers_to(king, without) & position.pieces(~us);
      ASSERT_EQ(position.pinned().has(square), attackers != position.checkers()) << to_fen(position) << square.text();
    }
  });
}

TEST(Position, TranspositionsHaveOneKeyAndDifferencesAnother) {
  const Position a = play(kStartFen, {"Nf3", "Nf6", "Nc3"});
  const Position b = play(kStartFen, {"Nc3", "Nf6", "Nf3"});
  EXPECT_EQ(a.key(), b.key());
  const Position moved_king = play("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", {"Ke2", "Ke7", "Ke1", "Ke8"});
  EXPECT_NE(moved_king.key(), parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")->key());
  EXPECT_EQ(moved_king.key(), parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1")->key());
}

TEST(Position, PartKeysFollowTheirOwnPiecesOnly) {
  const Position start = start_position();
  const Position knight = play(kStartFen, {"Nf3"});
  EXPECT_EQ(knight.pawn_key(), start.pawn_key());
  EXPECT_NE(knight.minor_key(), start.minor_key());
  EXPECT_NE(knight.non_pawn_key(Color::White), start.non_pawn_key(Color::White));
  EXPECT_EQ(knight.non_pawn_key(Color::Black), start.non_pawn_key(Color::Black));
  const Position pawn = play(kStartFen, {"e4"});
  EXPECT_NE(pawn.pawn_key(), start.pawn_key());
  EXPECT_EQ(pawn.minor_key(), start.minor_key());
  EXPECT_EQ(pawn.non_pawn_key(Color::White), start.non_pawn_key(Color::White));
  const Position rook = play("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", {"Ra5"});
  EXPECT_EQ(rook.minor_key(), parse_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")->minor_key());
}

TEST(Position, EnPassantIsNotedOnlyWhenItCanBeTaken) {
  EXPECT_TRUE(play(kStartFen, {"e4"}).en_passant().empty());
  EXPECT_EQ(play(kStartFen, {"e4", "a6", "e5", "d5"}).en_passant(), Bitboard(*Square::parse("d6")));
  // Taking would open the rank between king and rook.
  EXPECT_TRUE(play("8/2p5/8/KP5r/5p1k/8/8/8 b - - 0 1", {"c5"}).en_passant().empty());
}

TEST(Position, ChecksAreCountedInThreeCheckOnly) {
  constexpr std::string_view kFen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
  const Position three = play(kFen, {"Ra8+", "Kd7", "Ra7+"}, Variant::ThreeCheck);
  EXPECT_EQ(three.checks_given(Color::White), 2);
  EXPECT_EQ(three.checks_given(Color::Black), 0);
  EXPECT_FALSE(three.is_decided_by_checks());
  EXPECT_EQ(play(kFen, {"Ra8+", "Kd7", "Ra7+"}).checks_given(Color::White), 0);

  const Position decided = play(kFen, {"Ra8+", "Kd7", "Ra7+", "Kd6", "Ra6+"}, Variant::ThreeCheck);
  EXPECT_TRUE(decided.is_decided_by_checks());
  EXPECT_TRUE(legal_moves(decided).empty());
}

TEST(Position, KeysTellCheckCountersApart) {
  const Position a = parse_fen("4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1", Variant::ThreeCheck).value();
  const Position b = parse_fen("4k3/8/8/8/8/8/8/R3K3 w - - 2+3 0 1", Variant::ThreeCheck).value();
  const Position c = parse_fen("4k3/8/8/8/8/8/8/R3K3 w - - 3+2 0 1", Variant::ThreeCheck).value();
  EXPECT_NE(a.key(), b.key());
  EXPECT_NE(a.key(), c.key());
  EXPECT_NE(b.key(), c.key());
}

TEST(Position, CountersOfAnEndlessGameStayWritable) {
  Position position = parse_fen("4k3/8/8/8/8/8/8/4K3 b - - 9999 9999").value();
  position.make(parse_move(position, "Kd8").value());
  EXPECT_EQ(to_fen(position), "3k4/8/8/8/8/8/8/4K3 w - - 9999 9999");
}

TEST(Position, TheAttackMapHasTheSquaresWithAnAttackerOfSuchWorth) {
  test::for_each_position_of_random_games(20, [](const Position& position) {
    using enum PieceType;
    for (const Color by : {Color::White, Color::Black}) {
      const AttackMap map = attack_map(position, by);
      const Bitboard pawns = position.pieces(by, Pawn);
      const Bitboard minors = pawns | position.pieces(by, Knight, Bishop);
      for (int index = 0; index < 64; ++index) {
        const Square square = Square::from_index(index);
        const Bitboard attackers = position.attackers_to(square, position.occupied()) & position.pieces(by);
        ASSERT_EQ(map.by_all.has(square), attackers.any()) << to_fen(position);
        ASSERT_EQ(map.by_pawns.has(square), (attackers & pawns).any()) << to_fen(position);
        ASSERT_EQ(map.by_minors.has(square), (attackers & minors).any()) << to_fen(position);
        ASSERT_EQ(map.by_rooks.has(square), (attackers & (minors | position.pieces(by, Rook))).any());
      }
    }
  });
}

TEST(Position, CastlingSwapsKingAndRookInChess960) {
  // King f1, rook g1: castling king's side swaps the two.
  const Position position = play("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", {"O-O"});
  EXPECT_EQ(to_fen(position), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
}

}  // namespace
}  // namespace rocada::chess
