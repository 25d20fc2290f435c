#include "search/history.h"

#include <gtest/gtest.h>

#include <numeric>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "support/positions.h"
#include "support/random_games.h"

namespace rocada::search {
namespace {

using chess::Color;
using chess::Move;
using chess::Piece;
using chess::PieceType;
using chess::Position;
using test::move_of;
using test::position_of;

constexpr Circumstances kNone{};
constexpr int kBonus = 500;

Piece mover(const Position& position, Move move) { return position.piece_on(move.from()); }

int random_bonus(util::Random& random, int most) {
  return static_cast<int>(random.below(2 * static_cast<std::uint32_t>(most) + 1)) - most;
}

TEST(Counter, StaysWithinTheLimitWhateverItIsTaught) {
  util::Random random(1);
  for (const int most : {10, 2000, params::kHistoryLimit}) {
    Counter counter;
    for (int i = 0; i < 20000; ++i) {
      // Long runs of one sign, to press against the limit.
      const int size = std::abs(random_bonus(random, most));
      counter.add(i / 1000 % 2 == 0 ? size : -size);
      ASSERT_LE(std::abs(counter), params::kHistoryLimit);
    }
  }
}

TEST(Counter, MovesTheWayItIsTaughtAndEverMoreSlowly) {
  for (const int sign : {1, -1}) {
    Counter counter;
    int last_step = kBonus;
    while (last_step > 1) {
      const int before = counter;
      counter.add(sign * kBonus);
      const int step = sign * (counter - before);
      ASSERT_GT(step, 0);
      ASSERT_LE(step, last_step);
      last_step = step;
    }
    EXPECT_GT(sign * counter, params::kHistoryLimit * 9 / 10);
    const int high = sign * counter;
    counter.add(-sign * kBonus);
    EXPECT_LT(sign * counter, high - kBonus) << "what contradicts counts for more";
  }
}

TEST(Counter, NothingLearntChangesNothing) {
  Counter counter;
  counter.add(kBonus);
  const int before = counter;
  counter.add(0);
  EXPECT_EQ(counter, before);
}

// Whatever a search may do to it, in every position of random games.
TEST(History, ExpectationsStayWithinTheirBounds) {
  constexpr int kWeights = std::accumulate(params::kContinuationWeights.begin(), params::kContinuationWeights.end(),
                                           params::kButterflyWeight + params::kPawnHistoryWeight);
  History history;
  util::Random random(2);
  Circumstances around{{history.after(Piece(Color::White, PieceType::Knight), *chess::Square::parse("f3")),
                        history.after(Piece(Color::Black, PieceType::Pawn), *chess::Square::parse("e5")), nullptr,
                        history.after(Piece(Color::White, PieceType::King), *chess::Square::parse("e1"))}};
  test::for_each_position_of_random_games(3, [&](const Position& position) {
    around.attacks = chess::attack_map(position, ~position.side_to_move());
    for (const Move move : chess::legal_moves(position)) {
      for (int i = 0; i < 8; ++i) {
        history.update_quiet(position, move, around, random_bonus(random, 2000) + 1500);
        history.update_capture(position, move, random_bonus(random, 2000) - 1500);
      }
      ASSERT_LE(std::abs(history.quiet(position, move, around)),
                kWeights * params::kHistoryLimit / params::kHistoryWeightGrain);
      ASSERT_LE(std::abs(history.quiet_for_pruning(position, move, around)), 3 * params::kHistoryLimit);
      ASSERT_LE(std::abs(history.capture(position, move)), params::kHistoryLimit);
    }
  });
}

TEST(History, ARewardRaisesAndAPunishmentLowersWhatIsExpectedOfTheMoveAlone) {
  const Position start = chess::start_position();
  for (const Move taught : chess::legal_moves(start)) {
    for (const int bonus : {kBonus, -kBonus}) {
      History history;
      history.update_quiet(start, taught, kNone, bonus);
      for (const Move move : chess::legal_moves(start)) {
        const int expected = history.quiet(start, move, kNone);
        if (move == taught) {
          EXPECT_EQ(expected > 0, bonus > 0);
          EXPECT_NE(expected, 0);
        } else {
          EXPECT_EQ(expected, 0) << chess::to_coordinates(taught) << " " << chess::to_coordinates(move);
        }
      }
    }
  }
}

TEST(History, ClearForgetsEverything) {
  History history;
  const Position position = position_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  PieceToTable* const after = history.after(Piece(Color::Black, PieceType::Rook), *chess::Square::parse("a8"));
  const Circumstances around{{after}};
  for (const Move move : chess::legal_moves(position)) {
    history.update_quiet(position, move, around, kBonus);
    history.update_capture(position, move, kBonus);
  }
  history.clear();
  for (const Move move : chess::legal_moves(position)) {
    EXPECT_EQ(history.quiet(position, move, around), 0);
    EXPECT_EQ(history.quiet_for_pruning(position, move, around), 0);
    EXPECT_EQ(history.capture(position, move), 0);
  }
}

// The same move of the same piece, the pawns elsewhere: only what does not look at pawns is known of it.
TEST(History, AnotherPawnStructureIsAnotherCounter) {
  const Position taught = position_of("4k3/pp6/8/8/8/8/PP6/4K1N1 w - - 0 1");
  const Position same_pawns = position_of("3rk3/pp6/8/8/8/8/PP6/4K1N1 w - - 0 1");
  const Position other_pawns = position_of("4k3/p7/1p6/8/8/8/PP6/4K1N1 w - - 0 1");
  const Move move = move_of(taught, "Nf3");
  History history;
  history.update_quiet(taught, move, kNone, kBonus);
  EXPECT_GT(history.quiet_for_pruning(taught, move, kNone), 0);
  EXPECT_EQ(history.quiet_for_pruning(same_pawns, move, kNone), history.quiet_for_pruning(taught, move, kNone));
  EXPECT_EQ(history.quiet_for_pruning(other_pawns, move, kNone), 0);
  EXPECT_GT(history.quiet(other_pawns, move, kNone), 0);
  EXPECT_LT(history.quiet(other_pawns, move, kNone), history.quiet(taught, move, kNone));
}

TEST(History, WhatFollowsAMoveIsRememberedOfThatMoveOnly) {
  const Position start = chess::start_position();
  const Move move = move_of(start, "Nf3");
  History history;
  PieceToTable* const after_e5 = history.after(Piece(Color::Black, PieceType::Pawn), *chess::Square::parse("e5"));
  PieceToTable* const after_d5 = history.after(Piece(Color::Black, PieceType::Pawn), *chess::Square::parse("d5"));
  ASSERT_NE(after_e5, after_d5);
  History::update_continuations(mover(start, move), move.to(), {after_e5, nullptr, nullptr, nullptr}, kBonus);
  for (std::size_t place = 0; place < params::kContinuationPlies.size(); ++place) {
    Circumstances known{};
    known.continuations[place] = after_e5;
    Circumstances other{};
    other.continuations[place] = after_d5;
    EXPECT_GT(history.quiet(start, move, known), 0);
    EXPECT_EQ(history.quiet(start, move, other), 0);
    EXPECT_EQ(history.quiet_for_pruning(start, move, known) > 0, place < 2) << "only the last two moves are context";
  }
  EXPECT_EQ(history.quiet(start, move, kNone), 0);
}

// To save a piece that is attacked is one thing, to put it where it is attacked another.
TEST(History, AnAttackOnEitherSquareIsAnotherCounter) {
  const Position position = position_of("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1");
  const Move move = move_of(position, "Nf3");
  const chess::Bitboard from(move.from());
  const chess::Bitboard to(move.to());
  const std::array all = {chess::Bitboard(), from, to, from | to};
  for (const chess::Bitboard taught : all) {
    History history;
    history.update_made(Color::White, move, taught, kBonus);
    for (const chess::Bitboard asked : all) {
      const Circumstances around{{}, {.by_all = asked}};
      EXPECT_EQ(history.quiet(position, move, around) > 0, asked == taught);
    }
  }
}

TEST(History, CapturesAreRememberedByTheirVictim) {
  const Position takes_knight = position_of("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1");
  const Position takes_rook = position_of("4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1");
  const Move move = move_of(takes_knight, "exd5");
  History history;
  history.update_capture(takes_knight, move, kBonus);
  EXPECT_GT(history.capture(takes_knight, move), 0);
  EXPECT_EQ(history.capture(takes_rook, move), 0);
  EXPECT_EQ(history.quiet(takes_knight, move, kNone), 0) << "captures are no quiet moves";
  history.update_capture(takes_rook, move, -kBonus);
  EXPECT_LT(history.capture(takes_rook, move), 0);
}

TEST(History, AMoveMadeByTheOtherSideTeachesThatSideOnly) {
  const Position white = position_of("4k1n1/8/8/8/8/8/8/4K1N1 w - - 0 1");
  const Position black = position_of("4k1n1/8/8/8/8/8/8/4K1N1 b - - 0 1");
  const Move move = move_of(white, "Nf3");
  History history;
  history.update_made(Color::White, move, chess::Bitboard(), kBonus);
  EXPECT_GT(history.quiet(white, move, kNone), 0);
  EXPECT_EQ(history.quiet_for_pruning(white, move, kNone), 0) << "of squares alone nothing is pruned";
  for (const Move reply : chess::legal_moves(black)) EXPECT_EQ(history.quiet(black, reply, kNone), 0);
}

TEST(History, DeeperSearchesTeachMore) {
  for (int depth = 1; depth < eval::kMaxPly; ++depth) {
    ASSERT_GT(params::history_bonus(depth), 0);
    ASSERT_GT(params::history_malus(depth), 0);
    ASSERT_GE(params::history_bonus(depth + 1), params::history_bonus(depth));
    ASSERT_GE(params::history_malus(depth + 1), params::history_malus(depth));
    ASSERT_LE(params::history_bonus(depth), params::kHistoryLimit) << "one result must not turn a counter over";
    ASSERT_LE(params::history_malus(depth), params::kHistoryLimit);
  }
}

}  // namespace
}  // namespace rocada::search
