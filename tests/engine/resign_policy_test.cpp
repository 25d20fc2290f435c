#include "engine/resign_policy.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "eval/wdl.h"
#include "support/positions.h"
#include "support/shown_scores.h"

namespace rocada::engine {
namespace {

using chess::Position;
using eval::Score;
using test::position_of;

const Position kOpening = position_of("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
const Position kRookEnding = position_of("8/5pk1/1p1r2p1/p2p3p/P2P3P/1P2PKP1/3R4/8 w - - 14 38");
const Position kAgainstQueen = position_of("8/8/3k4/8/8/8/1q6/4K3 w - - 0 60");

// The best score with which all of a thousand games are lost.
Score first_lost_score(const Position& position) {
  Score score = 0;
  while (eval::ScoreScale(position).chances(score).loss < 1000) --score;
  return score;
}

// How many searches with this score it takes until the game is given up; none: ten are not enough.
std::optional<int> searches_until_resigned(const Position& position, Score score) {
  ResignPolicy policy;
  for (int search = 1; search <= 10; ++search) {
    policy.note_score(position, score);
    if (policy.is_due()) return search;
  }
  return std::nullopt;
}

TEST(ResignPolicy, FiveMovesWithoutAChanceAreEnoughWithAnyNumberOfPieces) {
  for (const Position& position : {kOpening, kRookEnding, kAgainstQueen}) {
    const Score lost = first_lost_score(position);
    EXPECT_EQ(searches_until_resigned(position, lost), 5) << chess::to_fen(position);
    EXPECT_EQ(searches_until_resigned(position, eval::mated_in(9)), 5) << chess::to_fen(position);
    EXPECT_EQ(searches_until_resigned(position, -eval::tablebase_win_in(9)), 5) << chess::to_fen(position);
    EXPECT_EQ(searches_until_resigned(position, lost + 1), std::nullopt) << "one game of a thousand can be saved";
    EXPECT_EQ(searches_until_resigned(position, eval::mate_in(9)), std::nullopt) << chess::to_fen(position);
  }
}

// Hardly more than three pawns are ever shown there, and it is lost all the same.
TEST(ResignPolicy, ABareKingAgainstAQueenIsLost) {
  EXPECT_EQ(searches_until_resigned(kAgainstQueen, test::score_shown_as(-330, kAgainstQueen)), 5);
  EXPECT_EQ(searches_until_resigned(kOpening, test::score_shown_as(-330, kOpening)), std::nullopt);
}

TEST(ResignPolicy, TheMovesAreInARowAndOfOneSideAndOneGame) {
  const Score lost = first_lost_score(kRookEnding);
  ResignPolicy policy;
  for (int search = 0; search < 4; ++search) policy.note_score(kRookEnding, lost);
  policy.note_score(kRookEnding, 0);
  for (int search = 0; search < 4; ++search) policy.note_score(kRookEnding, lost);
  EXPECT_FALSE(policy.is_due()) << "there was hope in between";
  policy.note_score(position_of("8/5pk1/1p1r2p1/p2p3p/P2P3P/1P2PKP1/3R4/8 b - - 14 38"), lost);
  EXPECT_FALSE(policy.is_due()) << "that was the other side's";
  for (int search = 0; search < 3; ++search) policy.note_score(kRookEnding, lost);
  policy.forget();
  for (int search = 0; search < 4; ++search) policy.note_score(kRookEnding, lost);
  EXPECT_FALSE(policy.is_due());
  policy.note_score(kRookEnding, lost);
  EXPECT_TRUE(policy.is_due());
}

// Whatever a network says of such positions.
TEST(ResignPolicy, WhoCannotForceAMateIsGivenNothing) {
  for (const char* fen : {"8/pp1k4/8/8/8/8/8/4K3 b - - 0 1", "8/pp1k4/8/8/8/8/8/3NK3 b - - 0 1",
                          "8/pp1k4/8/8/8/8/8/3BK3 b - - 0 1", "8/3k4/8/8/8/8/8/2NNK3 b - - 0 1"}) {
    EXPECT_EQ(searches_until_resigned(position_of(fen), -eval::kHighestEvaluation), std::nullopt) << fen;
    EXPECT_EQ(searches_until_resigned(position_of(fen), eval::mated_in(4)), 5) << fen << ": this mate has been seen";
  }
  for (const char* fen : {"8/3k4/8/8/8/8/8/2BNK3 b - - 0 1", "8/3k4/8/8/8/8/8/2BBK3 b - - 0 1",
                          "8/3k4/8/8/8/8/8/3RK3 b - - 0 1", "8/3k4/8/8/8/8/P7/4K3 b - - 0 1"}) {
    EXPECT_EQ(searches_until_resigned(position_of(fen), -eval::kHighestEvaluation), 5) << fen;
  }
}

TEST(ResignPolicy, InThreeCheckAnyPieceMayWinAndABareKingMayNot) {
  const auto searches_against = [](const char* pieces) {
    const std::string fen = "8/pp1k4/8/8/8/8/8/" + std::string(pieces) + " b - - 1+1 0 1";
    const Position position = position_of(fen.c_str(), chess::Variant::ThreeCheck);
    return searches_until_resigned(position, first_lost_score(position));
  };
  EXPECT_EQ(searches_against("3NK3"), 5);
  EXPECT_EQ(searches_against("3BK3"), 5);
  EXPECT_EQ(searches_against("4K3"), std::nullopt);
}

}  // namespace
}  // namespace rocada::engine
