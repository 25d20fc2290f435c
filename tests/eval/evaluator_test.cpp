#include "eval/evaluator.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "chess/fen.h"
#include "eval/nnue/embedded_network.h"
#include "support/mirrored.h"
#include "support/random_games.h"

namespace rocada::eval {
namespace {

Score evaluate(const chess::Position& position) {
  return eval::evaluate(position, nnue::embedded_network(position.variant()));
}

TEST(Evaluator, IsTheSameForBothColours) {
  test::for_each_position_of_random_games(20, [](const chess::Position& position) {
    ASSERT_EQ(evaluate(position), evaluate(test::mirrored(position))) << chess::to_fen(position);
  });
}

// Following the line, it knows what it would know from looking at the whole board.
TEST(Evaluator, FollowingMovesEqualsStartingAnew) {
  Evaluator evaluator;
  int castlings = 0;
  int en_passants = 0;
  int promotions = 0;
  test::for_each_position_of_random_games(6, [&](const chess::Position& position) {
    evaluator.reset(position, nnue::embedded_network(position.variant()));
    const Score before = evaluator.evaluate(position);
    for (const chess::Move move : chess::legal_moves(position)) {
      chess::Position child = position;
      child.make(move);
      evaluator.push(child);
      ASSERT_EQ(evaluator.evaluate(child), evaluate(child)) << chess::to_fen(child);
      evaluator.pop();
      castlings += move.is_castling() ? 1 : 0;
      en_passants += move.is_en_passant() ? 1 : 0;
      promotions += move.is_promotion() ? 1 : 0;
    }
    ASSERT_EQ(evaluator.evaluate(position), before) << chess::to_fen(position);
  });
  EXPECT_GT(castlings, 5);
  EXPECT_GT(en_passants, 5);
  EXPECT_GT(promotions, 5);
}

TEST(Evaluator, AWholeGameCanBeFollowedAndTakenBack) {
  util::Random random(4);
  for (const test::GameKind kind : test::kAllKinds) {
    std::vector<chess::Position> line = {test::random_start(kind, random)};
    Evaluator evaluator;
    evaluator.reset(line.front(), nnue::embedded_network(line.front().variant()));
    while (line.size() < 200 && chess::has_legal_move(line.back())) {
      const chess::MoveList moves = chess::legal_moves(line.back());
      chess::Position next = line.back();
      next.make(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      evaluator.push(next);
      line.push_back(next);
      ASSERT_EQ(evaluator.evaluate(next), evaluate(next)) << chess::to_fen(next);
    }
    for (; line.size() > 1; line.pop_back(), evaluator.pop()) {
      ASSERT_EQ(evaluator.evaluate(line.back()), evaluate(line.back())) << chess::to_fen(line.back());
    }
    ASSERT_EQ(evaluator.evaluate(line.front()), evaluate(line.front()));
  }
}

TEST(Evaluator, ALeadFadesWithThePiecesButNotWhereChecksWin) {
  Score last = kHighestEvaluation;
  for (const auto* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
                          "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"}) {
    const auto position = chess::parse_fen(fen).value();
    EXPECT_EQ(faded(-kHighestEvaluation, position), -faded(kHighestEvaluation, position));
    EXPECT_EQ(faded(0, position), 0);
    EXPECT_LE(faded(kHighestEvaluation, position), last);
    last = faded(kHighestEvaluation, position);
    EXPECT_EQ(faded(1000, chess::parse_fen(fen, chess::Variant::ThreeCheck).value()), 1000);
  }
  EXPECT_GT(last, kHighestEvaluation / 3);
  EXPECT_LT(last, kHighestEvaluation);
}

TEST(Evaluator, NeverLooksLikeAMate) {
  const auto position = chess::parse_fen("QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q5pp/KQQQQ1nk w - - 0 1").value();
  EXPECT_FALSE(is_mate_score(evaluate(position)));
}

TEST(Evaluator, MoreMaterialAndMoreChecksAreBetter) {
  const auto score = [](std::string_view fen, chess::Variant variant = chess::Variant::Standard) {
    return evaluate(chess::parse_fen(fen, variant).value());
  };
  EXPECT_GT(score("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), score("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1"));
  EXPECT_GT(score("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"), 500);
  const auto with_checks = [&](std::string_view left) {
    return score(fmt::format("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - {} 0 1", left),
                 chess::Variant::ThreeCheck);
  };
  EXPECT_GT(with_checks("1+3"), with_checks("3+3"));
  EXPECT_GT(with_checks("3+3"), with_checks("3+1"));
}

TEST(Score, MatesAreCountedInMoves) {
  EXPECT_EQ(moves_to_mate(mate_in(1)), 1);
  EXPECT_EQ(moves_to_mate(mate_in(3)), 2);
  EXPECT_EQ(moves_to_mate(mated_in(2)), -1);
  EXPECT_EQ(moves_to_mate(mated_in(4)), -2);
  EXPECT_TRUE(is_mate_score(mate_in(40)));
  EXPECT_FALSE(is_mate_score(3000));
}

}  // namespace
}  // namespace rocada::eval
