#include "search/handicap.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "support/positions.h"
#include "support/random_games.h"

namespace rocada::search {
namespace {

using chess::Move;
using chess::Position;
using test::position_of;

constexpr std::uint64_t kSeed = 12;

Handicap player(int elo) { return handicap_of(elo, kSeed, chess::start_position()); }

TEST(Handicap, ShrinksWithEveryStepOfStrength) {
  for (int elo = kLowestElo + 1; elo <= kHighestElo; ++elo) {
    const Handicap weaker = player(elo - 1);
    const Handicap stronger = player(elo);
    EXPECT_GE(stronger.nodes, weaker.nodes) << elo;
    EXPECT_LE(stronger.misjudgement, weaker.misjudgement) << elo;
    EXPECT_LE(stronger.oversights, weaker.oversights) << elo;
    // Smooth: no single point changes much.
    EXPECT_LE(static_cast<double>(stronger.nodes), 1.1 * static_cast<double>(weaker.nodes) + 1) << elo;
    EXPECT_LE(weaker.misjudgement - stronger.misjudgement, 2) << elo;
    EXPECT_LE(weaker.oversights - stronger.oversights, 2) << elo;
  }
  EXPECT_EQ(player(kHighestElo).misjudgement, 0);
  EXPECT_EQ(player(kHighestElo).oversights, 0);
}

TEST(Handicap, ErrorsStayWithinBoundsAndComeBackTheSame) {
  const Handicap weak = player(kLowestElo);
  const Handicap other_game = handicap_of(kLowestElo, kSeed + 1, chess::start_position());
  std::int64_t sum = 0;
  int count = 0;
  int different = 0;
  test::for_each_position_of_random_games(10, [&](const Position& position) {
    const eval::Score error = weak.error_in(position);
    ASSERT_LE(std::abs(error), weak.misjudgement + 2);
    ASSERT_EQ(error, weak.error_in(position));
    different += error != other_game.error_in(position) ? 1 : 0;
    sum += error;
    ++count;
  });
  EXPECT_GT(different, count * 9 / 10);
  EXPECT_LT(std::abs(sum), std::int64_t{count} * weak.misjudgement / 10) << "neither side is favoured";
}

TEST(Handicap, OversightsAreAsFrequentAsTold) {
  const Handicap weak = player(kLowestElo);
  int captures = 0;
  int overlooked_captures = 0;
  int quiets = 0;
  int overlooked_quiets = 0;
  test::for_each_position_of_random_games(10, [&](const Position& position) {
    for (const Move move : chess::legal_moves(position)) {
      const bool overlooked = weak.overlooks(position, move, Move::none());
      ASSERT_EQ(overlooked, weak.overlooks(position, move, Move::none()));
      if (position.in_check() || move.is_castling() || move.is_promotion()) {
        ASSERT_FALSE(overlooked);
      } else if (position.is_quiet(move)) {
        ++quiets;
        overlooked_quiets += overlooked ? 1 : 0;
      } else {
        ++captures;
        overlooked_captures += overlooked ? 1 : 0;
      }
    }
  });
  const double of_quiets = 1000.0 * overlooked_quiets / quiets;
  const double of_captures = 1000.0 * overlooked_captures / captures;
  EXPECT_LT(of_quiets, weak.oversights);
  EXPECT_GT(of_quiets, weak.oversights / 2);
  EXPECT_LT(of_captures, of_quiets / 2);
  EXPECT_GT(overlooked_captures, 0);
}

TEST(Handicap, RetakingIsNeverOverlooked) {
  const Position before = position_of("4k3/8/2n5/4p3/3P4/8/8/4K3 b - - 0 1");
  Position after = before;
  const Move taken = chess::parse_move(before, "exd4").value();
  after.make(taken);
  const Position retake = position_of("4k3/8/2n5/8/3P4/8/8/4K3 b - - 0 1");
  const Move move = chess::parse_move(retake, "Nxd4").value();
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Handicap blind{.nodes = 1, .misjudgement = 0, .oversights = 1000, .seed = seed};
    EXPECT_FALSE(blind.overlooks(retake, move, taken));
  }
}

TEST(Handicap, EverybodyKnowsHowToMateABareKing) {
  for (const char* fen : {"8/8/4k3/8/8/8/8/Q3K3 w - - 0 1", "8/8/8/4k3/8/8/8/R3K3 b - - 0 1"}) {
    const Handicap weakest = handicap_of(kLowestElo, kSeed, position_of(fen));
    EXPECT_EQ(weakest.misjudgement, 0);
    EXPECT_EQ(weakest.oversights, 0);
    EXPECT_GT(weakest.nodes, 10'000U);
  }
  EXPECT_GT(handicap_of(kLowestElo, kSeed, position_of("8/8/8/4k3/4p3/8/8/R3K3 w - - 0 1")).oversights, 0);
}

}  // namespace
}  // namespace rocada::search
