#include "chess/repetition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "util/random.h"

namespace rocada::chess {
namespace {

// A game so far: where it stands and the keys of all its positions.
struct Shuffle {
  explicit Shuffle(const Position& start) : position(start), keys{start.key()} {}
  Shuffle(std::string_view fen, const std::vector<std::string_view>& moves) : Shuffle(parse_fen(fen).value()) {
    for (const std::string_view move : moves) play(parse_move(position, move).value());
  }

  void play(Move move) {
    position.make(move);
    keys.push_back(position.key());
  }
  int plies() const { return static_cast<int>(keys.size()) - 1; }
  bool can_repeat(int plies) const { return chess::can_repeat(position, keys, plies); }
  bool can_repeat() const { return can_repeat(plies()); }

  Position position;
  std::vector<Key> keys;
};

// Every move tried, every key compared.
bool some_move_repeats(const Shuffle& game, int plies) {
  const auto earlier = std::span(game.keys).last(static_cast<std::size_t>(plies) + 1);
  return std::ranges::any_of(legal_moves(game.position), [&](Move move) {
    Position child = game.position;
    child.make(move);
    return std::ranges::find(earlier, child.key()) != earlier.end();
  });
}

// Calls function(game) for every position of games in which nothing is captured and no pawn moves.
template <typename Function>
void for_each_shuffle(Variant variant, Function&& function) {
  constexpr std::string_view kStarts[] = {
      "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
      "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
      "4k1n1/8/8/3pPp2/3P1P2/8/8/1N2K3 w - - 0 1",
      "3qk3/p6p/8/8/8/8/P6P/3QK3 b - - 0 1",
      "2b1kb2/4p3/4P3/8/8/4p3/4P3/2B1KB2 w - - 0 1",
      "r6k/6pp/8/8/8/8/6PP/R5BK w - - 0 1",  // the bishop is pinned as soon as the rook goes to the first rank
  };
  util::Random random(7);
  for (const std::string_view fen : kStarts) {
    for (int number = 0; number < 40; ++number) {
      Shuffle game(parse_fen(fen, variant).value());
      for (int ply = 0; ply < 40; ++ply) {
        function(static_cast<const Shuffle&>(game));
        if (::testing::Test::HasFatalFailure()) return;
        MoveList moves;
        for (const Move move : legal_moves(game.position)) {
          const bool pawn = game.position.pieces(PieceType::Pawn).has(move.from());
          if (!pawn && game.position.is_quiet(move)) moves.push_back(move);
        }
        if (moves.empty()) break;
        game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      }
    }
  }
}

// In 3-check a move back that gives check is a new position, for its check counts.
TEST(CanRepeat, IsTrueExactlyWhereSomeLegalMoveRepeats) {
  for (const Variant variant : {Variant::Standard, Variant::ThreeCheck}) {
    int yes = 0;
    int no = 0;
    for_each_shuffle(variant, [&](const Shuffle& game) {
      for (const int plies : {game.plies(), game.plies() / 2, game.plies() / 4}) {
        const bool repeats = some_move_repeats(game, plies);
        ++(repeats ? yes : no);
        ASSERT_EQ(game.can_repeat(plies), repeats) << to_fen(game.position) << " looking back " << plies;
      }
    });
    EXPECT_GT(yes, 300);
    EXPECT_GT(no, 1000);
  }
}

TEST(CanRepeat, LooksBackNoFurtherThanItIsTold) {
  const Shuffle game(kStartFen, {"Nf3", "Nf6", "Ng1"});
  EXPECT_TRUE(game.can_repeat()) << "Ng8 brings the start back";
  for (int plies = 0; plies < 3; ++plies) EXPECT_FALSE(game.can_repeat(plies)) << plies;
  EXPECT_TRUE(game.can_repeat(1000)) << "more than there is";
}

// The rook has gone round the knight; the king's round makes sure that only the first position can be meant.
TEST(CanRepeat, NeedsAFreePath) {
  const std::vector<std::string_view> round = {"Kh8", "Ra2", "Kh7", "Rd2", "Kg7", "Rd1", "Kg8"};
  EXPECT_TRUE(Shuffle("6k1/8/8/8/8/8/8/R3K3 b - - 0 1", round).can_repeat());
  EXPECT_FALSE(Shuffle("6k1/8/8/8/8/8/8/R1N1K3 b - - 0 1", round).can_repeat());
}

// Only the rook has moved on, but it is not its turn.
TEST(CanRepeat, TheOtherSidesPieceCannotBeMovedBack) {
  const Shuffle game("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", {"Ra2", "Kd8", "Ra3", "Ke8", "Ra4"});
  EXPECT_FALSE(game.can_repeat());
}

TEST(CanRepeat, LostCastlingRightsNeverComeBack) {
  EXPECT_FALSE(Shuffle("r3k3/8/8/8/8/8/8/4K3 w q - 0 1", {"Kd1", "Rb8", "Ke1"}).can_repeat());
  EXPECT_TRUE(Shuffle("r3k3/8/8/8/8/8/8/4K3 w - - 0 1", {"Kd1", "Rb8", "Ke1"}).can_repeat());
}

}  // namespace
}  // namespace rocada::chess
