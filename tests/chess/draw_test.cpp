#include "chess/draw.h"

#include <gtest/gtest.h>

#include "chess/fen.h"

namespace rocada::chess {
namespace {

Ending ending(std::string_view fen, Variant variant = Variant::Standard) {
  return ending_on_board(parse_fen(fen, variant).value());
}

TEST(Ending, MateAndStalemateAreToldApart) {
  EXPECT_EQ(ending("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"), Ending::Checkmate);
  EXPECT_EQ(ending("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Ending::Stalemate);
  EXPECT_EQ(ending(kStartFen), Ending::None);
}

TEST(Ending, DeadPositionsInNormalChess) {
  for (const char* fen :
       {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", "4k1b1/8/8/8/8/8/8/4K3 w - - 0 1",
        "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", "2b1k3/3b4/8/8/8/8/8/4KB2 b - - 0 1"}) {
    EXPECT_EQ(ending(fen), Ending::InsufficientMaterial) << fen;
  }
  for (const char* fen :
       {"4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4kn2/8/8/8/8/8/8/4KB2 w - - 0 1"}) {
    EXPECT_EQ(ending(fen), Ending::None) << fen;
  }
}

TEST(Ending, OnlyBareKingsAreDeadInThreeCheckAndEvenTheyPlayOn) {
  const char* const lone_knight = "4k3/8/8/8/8/8/8/4KN2 w - - 0 1";
  const char* const bare_kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
  EXPECT_FALSE(is_insufficient_material(parse_fen(lone_knight, Variant::ThreeCheck).value()));
  EXPECT_TRUE(is_insufficient_material(parse_fen(bare_kings, Variant::ThreeCheck).value()));
  EXPECT_EQ(ending(lone_knight, Variant::ThreeCheck), Ending::None);
  EXPECT_EQ(ending(bare_kings, Variant::ThreeCheck), Ending::None);
}

TEST(Ending, TheThirdCheckEndsTheGame) {
  EXPECT_EQ(ending("R3k3/8/8/8/8/8/8/4K3 b - - 0+3 0 1", Variant::ThreeCheck), Ending::ChecksGiven);
  EXPECT_EQ(ending("R3k3/8/8/8/8/8/8/4K3 b - - 1+3 0 1", Variant::ThreeCheck), Ending::None);
}

TEST(Ending, FiftyMovesButMateComesFirst) {
  EXPECT_EQ(ending("4k3/8/8/8/8/8/8/R3K3 w - - 99 80"), Ending::None);
  EXPECT_EQ(ending("4k3/8/8/8/8/8/8/R3K3 w - - 100 80"), Ending::FiftyMoves);
  EXPECT_EQ(ending("R3k3/8/4K3/8/8/8/8/8 b - - 100 80"), Ending::Checkmate);
  EXPECT_TRUE(is_draw(Ending::FiftyMoves));
  EXPECT_TRUE(is_draw(Ending::Stalemate));
  EXPECT_FALSE(is_draw(Ending::Checkmate));
  EXPECT_FALSE(is_draw(Ending::ChecksGiven));
}

TEST(Repetition, CountsEqualKeysWithinTheReversiblePlies) {
  const std::vector<Key> keys = {1, 2, 3, 4, 1, 2, 3, 4, 1};
  EXPECT_EQ(count_earlier_occurrences(keys, 8), 2);
  EXPECT_EQ(count_earlier_occurrences(keys, 7), 1);
  EXPECT_EQ(count_earlier_occurrences(keys, 3), 0);
  EXPECT_EQ(count_earlier_occurrences(keys, 1000), 2);
  EXPECT_EQ(count_earlier_occurrences(std::vector<Key>{5}, 100), 0);
}

}  // namespace
}  // namespace rocada::chess
