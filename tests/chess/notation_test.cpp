#include "chess/notation.h"

#include <gtest/gtest.h>

#include <set>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "support/random_games.h"

namespace rocada::chess {
namespace {

// The move as coordinates with king-takes-rook castling, or the error.
std::string san(std::string_view fen, std::string_view text) {
  const Position position = parse_fen(fen).value();
  const auto move = parse_san(position, text);
  return move ? to_coordinates(*move, CastlingText::KingTakesRook) : move.error().message;
}
std::string coordinates(std::string_view fen, std::string_view text) {
  const Position position = parse_fen(fen).value();
  const auto move = parse_coordinates(position, text);
  return move ? to_coordinates(*move, CastlingText::KingTakesRook) : move.error().message;
}
std::string written(std::string_view fen, std::string_view text) {
  const Position position = parse_fen(fen).value();
  return to_san(position, parse_move(position, text).value());
}

TEST(Notation, SanRoundTripAndEachMoveHasItsOwnText) {
  test::for_each_position_of_random_games(20, [](const Position& position) {
    std::set<std::string> texts;
    for (const Move move : legal_moves(position)) {
      const std::string text = to_san(position, move);
      ASSERT_TRUE(texts.insert(text).second) << text << " twice in " << to_fen(position);
      const auto again = parse_san(position, text);
      ASSERT_TRUE(again.ok()) << to_fen(position) << " " << text << ": " << again.error().message;
      ASSERT_EQ(*again, move) << to_fen(position) << " " << text;
      ASSERT_EQ(parse_move(position, text).value(), move) << to_fen(position) << " " << text;
    }
  });
}

TEST(Notation, CoordinateRoundTrip) {
  test::for_each_position_of_random_games(20, [](const Position& position) {
    for (const Move move : legal_moves(position)) {
      for (const CastlingText castling : {CastlingText::KingTakesRook, CastlingText::Letters}) {
        const std::string text = to_coordinates(move, castling);
        const auto again = parse_coordinates(position, text);
        ASSERT_TRUE(again.ok()) << to_fen(position) << " " << text << ": " << again.error().message;
        ASSERT_EQ(*again, move) << to_fen(position) << " " << text;
        ASSERT_EQ(parse_move(position, text).value(), move);
      }
    }
  });
}

TEST(Notation, InNormalChessTheKingsOwnStepIsReadAsCastling) {
  constexpr std::string_view kFen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  EXPECT_EQ(coordinates(kFen, "e1g1"), "e1h1");
  EXPECT_EQ(coordinates(kFen, "e1c1"), "e1a1");
  EXPECT_EQ(coordinates(kFen, "e1h1"), "e1h1");
  EXPECT_EQ(coordinates(kFen, "O-O"), "e1h1");
  EXPECT_EQ(coordinates(kFen, "0-0-0"), "e1a1");
  EXPECT_EQ(coordinates(kFen, "o-o"), "e1h1");
  EXPECT_EQ(san(kFen, "O-O-O!"), "e1a1");
  EXPECT_EQ(san(kFen, "0-0+"), "e1h1");
  const Position position = parse_fen(kFen).value();
  const Move castling = parse_move(position, "O-O").value();
  EXPECT_EQ(to_coordinates(castling), "e1g1");
  EXPECT_EQ(to_coordinates(castling, CastlingText::KingTakesRook), "e1h1");
  EXPECT_EQ(to_coordinates(castling, CastlingText::Letters), "O-O");
}

TEST(Notation, InChess960AKingStepIsAKingStep) {
  constexpr std::string_view kFen = "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1";
  EXPECT_EQ(coordinates(kFen, "f1g1"), "f1g1");
  EXPECT_EQ(coordinates(kFen, "f1h1"), "f1h1");
  EXPECT_EQ(coordinates(kFen, "f1c1"), "f1b1");
  const Position position = parse_fen(kFen).value();
  EXPECT_TRUE(parse_coordinates(position, "f1h1")->is_castling());
  EXPECT_FALSE(parse_coordinates(position, "f1g1")->is_castling());
}

TEST(Notation, SanIsWrittenWithTheLeastDisambiguation) {
  EXPECT_EQ(written("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1"), "Rad1");
  EXPECT_EQ(written("R3k3/8/8/8/R7/8/8/4K3 b - - 0 1", "e8d7"), "Kd7");
  EXPECT_EQ(written("7k/R7/8/8/8/R7/8/4K3 w - - 0 1", "a3a5"), "R3a5");
  EXPECT_EQ(written("1k6/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "h4e4"), "Qh4e4");
  EXPECT_EQ(written("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2"), "Ne2");  // the other knight is pinned
  EXPECT_EQ(written("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n"), "a8=N");
  EXPECT_EQ(written("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), "exd6");
  EXPECT_EQ(written("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), "Ra8#");
  EXPECT_EQ(written("6k1/6pp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), "Ra8+");
}

TEST(Notation, TheThirdCheckIsWrittenAsACheck) {
  const Position position = parse_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 1+3 0 1", Variant::ThreeCheck).value();
  EXPECT_EQ(to_san(position, parse_move(position, "a1a8").value()), "Ra8+");
}

TEST(Notation, ManyWaysToWriteAMoveAreRead) {
  constexpr std::string_view kFen = "r1b1k3/1P6/8/3pP3/8/8/8/RN2K1N1 w Q d6 0 1";
  for (const char* text : {"Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "Nf3!", "Nf3?!", "Nf3+", "g1f3"}) {
    EXPECT_EQ(parse_move(parse_fen(kFen).value(), text).value(),
              Move::normal(*Square::parse("g1"), *Square::parse("f3")))
        << text;
  }
  for (const char* text : {"bxa8=Q", "bxa8Q", "bxa8(Q)", "bxa8=q", "b7xa8=Q+", "b7a8q", "b7a8Q", "bxa8/Q", "ba8=Q"}) {
    const auto move = parse_move(parse_fen(kFen).value(), text);
    ASSERT_TRUE(move.ok()) << text << ": " << move.error().message;
    EXPECT_EQ(to_coordinates(*move), "b7a8q") << text;
  }
  for (const char* text : {"exd6", "exd6e.p.", "exd6 e.p.", "e5xd6", "ed6", "e5d6"}) {
    const auto move = parse_move(parse_fen(kFen).value(), text);
    ASSERT_TRUE(move.ok()) << text << ": " << move.error().message;
    EXPECT_TRUE(move->is_en_passant()) << text;
  }
}

TEST(Notation, CapitalLettersAreABishopOrAFile) {
  const Position position = parse_fen("4k3/8/8/8/8/8/1B2P3/4K3 w - - 0 1").value();
  EXPECT_EQ(to_san(position, parse_move(position, "E2E4!").value()), "e4");
  EXPECT_EQ(to_san(position, parse_move(position, "B2d4").value()), "Bd4");
}

TEST(Notation, WhatIsNoMoveIsSaidToBeNone) {
  for (const char* text :
       {"", "x", "e", "hello", "e2e4e5", "e9e4", "Ne", "Zf3", "O-O-O-O", "--", "e7e8=", "e2e4qq", "@@@@", "0000"}) {
    const auto move = parse_move(start_position(), text);
    ASSERT_FALSE(move.ok()) << text;
    EXPECT_NE(move.error().message.find("is not a move"), std::string::npos) << text << ": " << move.error().message;
  }
}

TEST(Notation, SanThatCannotBePlayedIsExplained) {
  EXPECT_EQ(san("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "Ne4"),
            "the knight on c3 is pinned to the king on e1 by the bishop on b4");
  EXPECT_EQ(san("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "Ne2"), "Ne2 is ambiguous: the knights on g1 and c3 can go there");
  EXPECT_EQ(san(kStartFen, "Qd3"), "the queen's path from d1 to d3 is blocked by the pawn on d2");
  EXPECT_EQ(san(kStartFen, "Nd4"), "no knight can go to d4");
  EXPECT_EQ(san(kStartFen, "e5"), "a pawn does not move from e2 to e5");
  EXPECT_EQ(san("4k3/8/8/8/4P3/8/4P3/4K3 w - - 0 1", "e7"), "a pawn does not move from e4 to e7");
  EXPECT_EQ(san("4k3/4p3/8/4p3/8/8/8/4K3 b - - 0 1", "e2"), "a pawn does not move from e5 to e2");
  EXPECT_EQ(san("4k3/8/4P3/4n3/8/4P3/4P3/4K3 w - - 0 1", "e5"),
            "a pawn moves two squares only from its first square, and e3 is not one");
  EXPECT_EQ(san("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd3"), "Qd3: white has no such queen");
  EXPECT_EQ(san(kStartFen, "O-O"), "castling: blocked by the bishop on f1 and the knight on g1");
  EXPECT_EQ(san("4k3/8/8/3p4/4P3/8/P7/4K3 w - - 0 1", "d5"), "'d5' is not how that move is written: exd5");
  EXPECT_EQ(san("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kg1"), "'Kg1' is not how that move is written: O-O");
  EXPECT_EQ(san("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8"), "promotion piece missing: add q, r, b or n");
}

}  // namespace
}  // namespace rocada::chess
