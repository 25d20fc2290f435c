#include "search/move_picker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "chess/fen.h"
#include "chess/legality.h"
#include "chess/notation.h"
#include "chess/see.h"
#include "search/params.h"
#include "support/random_games.h"

namespace rocada::search {
namespace {

using chess::Move;
using chess::MoveList;
using chess::Position;

constexpr int kGames = 8;
constexpr Circumstances kAlone{};

std::vector<Move> all_of(MovePicker& picker) {
  std::vector<Move> moves;
  for (Move move = picker.next(); !move.is_none(); move = picker.next()) moves.push_back(move);
  return moves;
}

std::vector<Move> picked(const Position& position, MovePicker::Moves kinds, Move table_move, const History& history) {
  const Circumstances around{{}, chess::attack_map(position, ~position.side_to_move())};
  MovePicker picker(position, kinds, table_move, history, around);
  return all_of(picker);
}

template <typename Moves>
std::vector<int> sorted_codes(const Moves& moves) {
  std::vector<int> codes;
  for (const Move move : moves) codes.push_back(move.code());
  std::ranges::sort(codes);
  return codes;
}

std::vector<Move> noisy_moves(const Position& position) {
  std::vector<Move> moves;
  for (const Move move : chess::legal_moves(position)) {
    if (!position.is_quiet(move)) moves.push_back(move);
  }
  return moves;
}

// Calls function(position, history, move) with a history full of prejudice and some legal move, or none at all.
template <typename Function>
void for_each_position_and_table_move(Function&& function) {
  History history;
  util::Random random(5);
  test::for_each_position_of_random_games(kGames, [&](const Position& position) {
    const MoveList moves = chess::legal_moves(position);
    for (const Move move : moves) {
      const int bonus = static_cast<int>(random.below(4001)) - 2000;
      if (position.is_quiet(move)) {
        history.update_quiet(position, move, kAlone, bonus);
      } else {
        history.update_capture(position, move, bonus);
      }
    }
    function(position, history, Move::none());
    if (!moves.empty()) function(position, history, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  });
}

TEST(MovePicker, GivesEveryLegalMoveOnceAndTheTablesFirst) {
  for_each_position_and_table_move([](const Position& position, const History& history, Move table_move) {
    const auto moves = picked(position, MovePicker::Moves::All, table_move, history);
    ASSERT_EQ(sorted_codes(moves), sorted_codes(chess::legal_moves(position))) << chess::to_fen(position);
    if (!table_move.is_none()) {
      ASSERT_EQ(moves.front(), table_move) << chess::to_fen(position);
    }
  });
}

TEST(MovePicker, OfNoisyMovesAndChecksGivesTheseAndNoCheckThatLosesThePiece) {
  for_each_position_and_table_move([](const Position& position, const History& history, Move table_move) {
    const auto moves = picked(position, MovePicker::Moves::NoisyAndChecks, table_move, history);
    std::vector<Move> expected = noisy_moves(position);
    const chess::CheckSquares checks(position);
    for (const Move move : chess::legal_moves(position)) {
      if (position.is_quiet(move) && checks.has(position.piece_on(move.from()).type(), move.to()) &&
          chess::see_at_least(position, move, params::kQuiescenceCheckMargin)) {
        ASSERT_TRUE(chess::gives_check(position, move));
        expected.push_back(move);
      }
    }
    ASSERT_EQ(sorted_codes(moves), sorted_codes(expected)) << chess::to_fen(position);
  });
}

TEST(MovePicker, OfNoisyMovesGivesExactlyThese) {
  for_each_position_and_table_move([](const Position& position, const History& history, Move table_move) {
    const auto moves = picked(position, MovePicker::Moves::Noisy, table_move, history);
    ASSERT_EQ(sorted_codes(moves), sorted_codes(noisy_moves(position))) << chess::to_fen(position);
    if (!table_move.is_none() && !position.is_quiet(table_move)) {
      ASSERT_EQ(moves.front(), table_move) << chess::to_fen(position);
    }
  });
}

TEST(MovePicker, AfterSkipQuietsOnlyNoisyMovesAreLeftAndNoneIsLost) {
  util::Random random(6);
  for_each_position_and_table_move([&](const Position& position, const History& history, Move table_move) {
    MovePicker picker(position, MovePicker::Moves::All, table_move, history, kAlone);
    std::vector<Move> noisy;
    const auto before = random.below(static_cast<std::uint32_t>(chess::legal_moves(position).size()) + 1);
    for (std::uint32_t i = 0; i < before; ++i) {
      const Move move = picker.next();
      if (!position.is_quiet(move)) noisy.push_back(move);
    }
    picker.skip_quiets();
    for (const Move move : all_of(picker)) {
      // The table's move is no question of quiet or not: it is handed out before anything is generated.
      if (before == 0 && move == table_move && position.is_quiet(move)) continue;
      ASSERT_FALSE(position.is_quiet(move)) << chess::to_fen(position) << " " << chess::to_coordinates(move);
      noisy.push_back(move);
    }
    ASSERT_EQ(sorted_codes(noisy), sorted_codes(noisy_moves(position))) << chess::to_fen(position);
  });
}

TEST(MovePicker, WithoutAHistoryCapturesComeBeforeQuietMovesUnlessTheyLose) {
  const History history;
  int losing = 0;
  test::for_each_position_of_random_games(kGames, [&](const Position& position) {
    bool quiet_seen = false;
    bool losing_seen = false;
    for (const Move move : picked(position, MovePicker::Moves::All, Move::none(), history)) {
      if (position.is_quiet(move)) {
        quiet_seen = true;
        ASSERT_FALSE(losing_seen) << chess::to_fen(position) << ": a quiet move after a losing capture";
      } else if (!move.is_promotion()) {
        const int victim = chess::exchange_value(position.captured_by(move));
        if (chess::see_at_least(position, move, 0)) {
          ASSERT_FALSE(quiet_seen) << chess::to_fen(position) << " " << chess::to_coordinates(move);
        } else if (!chess::see_at_least(position, move, -victim)) {
          losing_seen = true;
          ++losing;
        }
      }
    }
  });
  EXPECT_GT(losing, 100);
}

// Pieces may have to leave a lesser one's attack first; pawns and kings never have.
TEST(MovePicker, WithoutAHistorySafeChecksComeBeforeQuietMovesOfPawnsAndKings) {
  const History history;
  int checks = 0;
  test::for_each_position_of_random_games(kGames, [&](const Position& position) {
    bool others_seen = false;
    for (const Move move : picked(position, MovePicker::Moves::All, Move::none(), history)) {
      if (!position.is_quiet(move) || move.is_castling()) continue;
      Position child = position;
      child.make(move);
      const chess::PieceType type = position.piece_on(move.from()).type();
      if (!child.checkers().has(move.to())) {
        others_seen |= type == chess::PieceType::Pawn || type == chess::PieceType::King;
      } else if (chess::see_at_least(position, move, 0)) {
        ++checks;
        ASSERT_FALSE(others_seen) << chess::to_fen(position) << " " << chess::to_coordinates(move);
      }
    }
  });
  EXPECT_GT(checks, 100);
}

TEST(MovePicker, TheMostValuableVictimComesFirst) {
  const Position position = chess::parse_fen("k7/8/8/1q1r1n2/2P1P3/8/8/K7 w - - 0 1").value();
  const auto moves = picked(position, MovePicker::Moves::Noisy, Move::none(), History());
  std::vector<std::string> text;
  for (const Move move : moves) text.push_back(chess::to_coordinates(move));
  ASSERT_EQ(text.size(), 4U);
  EXPECT_EQ(text.front(), "c4b5");
  EXPECT_EQ(text.back(), "e4f5");
}

TEST(MovePicker, QuietMovesComeInTheOrderOfTheirHistory) {
  History history;
  PieceToTable continuation;
  const Circumstances around{{&continuation}};
  const Position position = chess::start_position();
  util::Random random(8);
  for (const Move move : chess::legal_moves(position)) {
    history.update_quiet(position, move, around, static_cast<int>(random.below(4001)) - 2000);
  }
  MovePicker picker(position, MovePicker::Moves::All, Move::none(), history, around);
  int last = std::numeric_limits<int>::max();
  for (const Move move : all_of(picker)) {
    const int expectation = history.quiet(position, move, around);
    EXPECT_LE(expectation, last);
    last = expectation;
  }
}

TEST(MovePicker, WithoutAHistoryAPieceLeavesALesserOnesAttackFirstAndGoesThereLast) {
  const auto order = [](const char* fen) {
    const Position position = chess::parse_fen(fen).value();
    std::vector<std::string> text;
    for (const Move move : picked(position, MovePicker::Moves::All, Move::none(), History())) {
      text.push_back(chess::to_coordinates(move));
    }
    return text;
  };
  // By a pawn, by a bishop, by a rook.
  for (const auto& [fen, from] :
       {std::pair{"7k/8/8/3p4/4N3/7P/8/K7 w - - 0 1", "e4"}, std::pair{"7k/8/2b5/8/4R3/P6P/8/1K6 w - - 0 1", "e4"},
        std::pair{"7k/8/4r3/8/4Q3/P6P/P7/1K6 w - - 0 1", "e4"}}) {
    const auto moves = order(fen);
    EXPECT_TRUE(moves.front().starts_with(from)) << fen << " " << moves.front();
  }
  const auto moves = order("7k/8/8/3p4/8/2N4P/8/K7 w - - 0 1");
  EXPECT_EQ(moves.back(), "c3e4");
}

TEST(MovePicker, HistoryMovesADoubtfulCaptureBeforeOrBehindTheQuietMoves) {
  const auto is_first = [](const char* fen, const char* text, int bonus) {
    const Position position = chess::parse_fen(fen).value();
    const Move capture = chess::parse_move(position, text).value();
    History history;
    for (int i = 0; i < 100; ++i) history.update_capture(position, capture, bonus);
    const auto moves = picked(position, MovePicker::Moves::All, Move::none(), history);
    EXPECT_TRUE(moves.front() == capture || moves.back() == capture);
    return moves.front() == capture;
  };
  constexpr const char* kEqualTrade = "4k3/8/3p4/4n3/8/5N2/8/4K3 w - - 0 1";
  EXPECT_TRUE(is_first(kEqualTrade, "Nxe5", 0));
  EXPECT_FALSE(is_first(kEqualTrade, "Nxe5", -1500));
  constexpr const char* kLosesTheExchange = "k7/8/3p4/4n3/8/8/8/K3R3 w - - 0 1";
  EXPECT_FALSE(is_first(kLosesTheExchange, "Rxe5", 0));
  EXPECT_TRUE(is_first(kLosesTheExchange, "Rxe5", 1500));
}

}  // namespace
}  // namespace rocada::search
