#include "search/correction.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "search/params.h"
#include "support/positions.h"
#include "support/random_games.h"

namespace rocada::search {
namespace {

using chess::Color;
using chess::Piece;
using chess::PieceType;
using chess::Position;
using eval::Score;
using test::position_of;

constexpr RecentMoves kNoMoves{};
constexpr Score kError = 100;
constexpr int kDepth = 10;

RecentMoves two_moves(std::string_view earlier_to, std::string_view last_to) {
  return {Piece(Color::Black, PieceType::Knight), *chess::Square::parse(last_to),
          Piece(Color::White, PieceType::Bishop), *chess::Square::parse(earlier_to)};
}

void learn_often(CorrectionHistory& correction, const Position& position, const RecentMoves& recent, Score error) {
  for (int i = 0; i < 50; ++i) correction.learn(position, recent, error, kDepth);
}

TEST(Correction, StaysSmallWhateverTheSearchFinds) {
  constexpr int kWeights = params::kPawnCorrectionWeight + params::kMinorCorrectionWeight +
                           2 * params::kNonPawnCorrectionWeight + params::kMovesCorrectionWeight;
  constexpr Score kMost = params::kCorrectionLimit * kWeights / params::kCorrectionGrain;
  const RecentMoves recent = two_moves("e4", "f6");
  for (const int sign : {1, -1}) {
    CorrectionHistory correction;
    Score highest = 0;
    test::for_each_position_of_random_games(1, [&](const Position& position) {
      for (int i = 0; i < 20; ++i) {
        correction.learn(position, recent, sign * 2 * eval::kHighestEvaluation, eval::kMaxPly);
        const Score value = correction.of(position, recent);
        ASSERT_LE(std::abs(value), kMost);
        highest = std::max(highest, sign * value);
      }
    });
    EXPECT_GE(highest, kMost * 9 / 10);
  }
}

TEST(Correction, GoesTheWayOfTheErrorWhateverItBelievedBefore) {
  CorrectionHistory correction;
  test::for_each_position_of_random_games(2, [&](const Position& position) {
    learn_often(correction, position, kNoMoves, kError);
    ASSERT_GT(correction.of(position, kNoMoves), 0) << chess::to_fen(position);
    learn_often(correction, position, kNoMoves, -kError);
    ASSERT_LT(correction.of(position, kNoMoves), 0) << chess::to_fen(position);
  });
}

TEST(Correction, NoErrorTeachesNothingAndADeepOneMoreThanAShallowOne) {
  const Position position = chess::start_position();
  const auto learnt = [&](Score error, int depth) {
    CorrectionHistory correction;
    for (int i = 0; i < 5; ++i) correction.learn(position, kNoMoves, error, depth);
    return correction.of(position, kNoMoves);
  };
  EXPECT_EQ(learnt(0, 20), 0);
  Score last = 0;
  for (const int depth : {1, 3, 6, 10}) {
    EXPECT_GE(learnt(kError, depth), last) << depth;
    EXPECT_EQ(learnt(kError, depth), -learnt(-kError, depth)) << depth;
    last = learnt(kError, depth);
  }
  EXPECT_GT(last, learnt(kError, 1));
}

// Both kings and all pieces alike, only the pawns differ: what the pawns taught is not believed there.
TEST(Correction, EachPartOfThePositionHasItsOwnCounter) {
  constexpr const char* kTaught = "4k1nr/pp6/8/8/8/8/PP6/4K1NR w - - 0 1";
  CorrectionHistory correction;
  learn_often(correction, position_of(kTaught), kNoMoves, kError);
  const Score full = correction.of(position_of(kTaught), kNoMoves);
  for (const char* fen : {
           "4k1nr/p7/1p6/8/8/8/PP6/4K1NR w - - 0 1",  // the pawns
           "4k1nr/pp6/8/8/8/8/PP6/4KN1R w - - 0 1",   // a minor piece
           "4k1n1/pp5r/8/8/8/8/PP6/4K1NR w - - 0 1",  // Black's pieces
           "4k1nr/pp6/8/8/8/8/PP5R/4K1N1 w - - 0 1",  // White's pieces
       }) {
    const Score partial = correction.of(position_of(fen), kNoMoves);
    EXPECT_GT(partial, 0) << fen;
    EXPECT_LT(partial, full) << fen;
  }
  EXPECT_EQ(correction.of(position_of("4k1nr/pp6/8/8/8/8/PP6/4K1NR b - - 0 1"), kNoMoves), 0)
      << "another side to move sees other things wrong";
  EXPECT_EQ(correction.of(position_of("r2k4/8/pp6/8/8/PP6/8/R2K4 w - - 0 1"), kNoMoves), 0);
}

TEST(Correction, MovesTeachInPairsAndNotAfterAPass) {
  const Position taught = chess::start_position();
  const Position nothing_in_common = position_of("r2k4/8/pp6/8/8/PP6/8/R2K4 w - - 0 1");
  CorrectionHistory correction;
  learn_often(correction, taught, two_moves("c4", "f6"), kError);
  EXPECT_GT(correction.of(nothing_in_common, two_moves("c4", "f6")), 0);
  EXPECT_EQ(correction.of(nothing_in_common, two_moves("c4", "d7")), 0);
  EXPECT_EQ(correction.of(nothing_in_common, two_moves("b5", "f6")), 0);
  RecentMoves after_pass = two_moves("c4", "f6");
  after_pass.last_piece = Piece();
  EXPECT_EQ(correction.of(nothing_in_common, after_pass), 0);
  RecentMoves first_of_the_game = two_moves("c4", "f6");
  first_of_the_game.earlier_piece = Piece();
  learn_often(correction, nothing_in_common, first_of_the_game, kError);
  EXPECT_GT(correction.of(nothing_in_common, first_of_the_game), 0) << "the rest of the position teaches all the same";
}

TEST(Correction, ClearForgetsEverything) {
  CorrectionHistory correction;
  const RecentMoves recent = two_moves("c4", "f6");
  learn_often(correction, chess::start_position(), recent, -kError);
  ASSERT_LT(correction.of(chess::start_position(), recent), 0);
  correction.clear();
  EXPECT_EQ(correction.of(chess::start_position(), recent), 0);
}

}  // namespace
}  // namespace rocada::search
