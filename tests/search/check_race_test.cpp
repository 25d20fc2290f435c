#include "search/check_race.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/legality.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "eval/nnue/embedded_network.h"
#include "search/solo_search.h"
#include "support/random_games.h"

namespace rocada::search {
namespace {

chess::Position three_check(std::string_view fen) { return chess::parse_fen(fen, chess::Variant::ThreeCheck).value(); }

TEST(CheckRace, OnlyTheLastCheckWins) {
  EXPECT_TRUE(winning_check(three_check("4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1")).is_none());
  EXPECT_TRUE(winning_check(three_check("4k3/8/8/8/8/8/8/R3K3 w - - 2+1 0 1")).is_none());
  EXPECT_TRUE(winning_check(three_check("4k3/8/8/8/8/8/8/N3K3 w - - 1+1 0 1")).is_none());
  const chess::Position won = three_check("4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1");
  EXPECT_TRUE(chess::gives_check(won, winning_check(won)));
  // By discovery, castling and en passant too.
  for (const std::string_view fen : {"4k3/8/8/8/8/8/4N3/2K1R3 w - - 1+3 0 1", "5k2/8/8/8/8/8/8/4K2R w K - 1+3 0 1",
                                     "8/8/8/1k2pP1Q/8/8/8/K7 w - e6 1+3 0 1"}) {
    const chess::Position position = three_check(fen);
    EXPECT_FALSE(winning_check(position).is_none()) << fen;
  }
  EXPECT_TRUE(winning_check(chess::parse_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").value()).is_none());
}

TEST(CheckRace, IsTheGameWonWhereverSomeMoveWinsIt) {
  int won = 0;
  test::for_each_position_of_random_games(15, [&](const chess::Position& position) {
    bool wins = false;
    for (const chess::Move move : chess::legal_moves(position)) {
      chess::Position next = position;
      next.make(move);
      wins = wins || next.is_decided_by_checks();
    }
    ASSERT_EQ(!winning_check(position).is_none(), wins) << chess::to_fen(position);
    won += wins ? 1 : 0;
  });
  EXPECT_GT(won, 0);
}

// Black threatens the last check and White has none: every move but those that stop it loses in two.
TEST(CheckRace, TheSearchSeesAThreatenedLastCheck) {
  const auto solo = SoloSearch::create(1, eval::nnue::embedded_network(chess::Variant::ThreeCheck)).value();
  Limits limits;
  limits.depth = 1;
  const game::GameRecord game(three_check("6k1/5pp1/7p/8/3q4/8/5PPP/6K1 w - - 3+1 0 1"));
  const auto answer = solo->search(game, limits);
  EXPECT_EQ(answer.score, eval::mated_in(2));  // Qa1, Qd1 or Qxf2
}

}  // namespace
}  // namespace rocada::search
