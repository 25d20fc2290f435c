#include "game/game_record.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "chess/notation.h"
#include "game/random_records.h"
#include "support/positions.h"

namespace rocada::game {
namespace {

using chess::Color;
using chess::Ending;
using chess::Position;
using chess::Variant;

void play(GameRecord& record, std::initializer_list<std::string_view> moves) {
  for (const std::string_view text : moves) {
    const auto move = chess::parse_san(record.position(), text);
    ASSERT_TRUE(move.ok()) << text << ": " << move.error().message;
    record.play(*move);
  }
}

TEST(GameRecord, KeepsEveryPositionAndKey) {
  test::for_each_random_record(40, 120, [](const GameRecord& record, util::Random&) {
    ASSERT_EQ(record.positions().size(), record.size() + 1);
    ASSERT_EQ(record.keys().size(), record.size() + 1);
    Position position = record.start();
    for (std::size_t ply = 0; ply < record.size(); ++ply) {
      ASSERT_EQ(record.positions()[ply], position);
      ASSERT_EQ(record.keys()[ply], position.key());
      position.make(record.moves()[ply]);
    }
    ASSERT_EQ(record.position(), position);
    ASSERT_EQ(record.keys().back(), position.key());
  });
}

TEST(GameRecord, TakingBackRestoresTheRecord) {
  test::for_each_random_record(40, 120, [](const GameRecord& record, util::Random& random) {
    GameRecord longer = record;
    for (int plies = 0; plies < 5; ++plies) {
      const auto moves = chess::legal_moves(longer.position());
      if (moves.empty()) break;
      longer.play(test::random_move(moves, random));
    }
    while (longer.size() > record.size()) ASSERT_TRUE(longer.undo());
    ASSERT_EQ(longer, record);
    ASSERT_EQ(longer.outcome(), record.outcome());
  });
}

TEST(GameRecord, NothingIsLeftToTakeBackAtTheStart) {
  GameRecord record(chess::start_position());
  EXPECT_FALSE(record.undo());
  play(record, {"e4"});
  EXPECT_TRUE(record.undo());
  EXPECT_FALSE(record.undo());
  EXPECT_EQ(record, GameRecord(chess::start_position()));
}

TEST(GameRecord, RepetitionsCountEqualPositionsOfTheWholeGame) {
  test::for_each_random_record(20, 300, [](const GameRecord& record, util::Random&) {
    int equal = 0;
    for (std::size_t ply = 0; ply < record.size(); ++ply) equal += record.keys()[ply] == record.keys().back();
    ASSERT_EQ(record.repetitions(), equal);
  });
}

void expect_outcome(const GameRecord& record, Ending ending, std::string_view result, std::string_view reason) {
  const Outcome outcome = record.outcome();
  EXPECT_EQ(outcome.ending, ending);
  EXPECT_EQ(text_of(outcome.result()), result);
  EXPECT_EQ(outcome.reason(), reason);
  EXPECT_EQ(outcome.is_over(), ending != Ending::None);
}

TEST(GameRecord, Mate) {
  GameRecord record(chess::start_position());
  play(record, {"f3", "e5", "g4"});
  expect_outcome(record, Ending::None, "*", "");
  play(record, {"Qh4#"});
  expect_outcome(record, Ending::Checkmate, "0-1", "Black mates");
  EXPECT_EQ(record.outcome().winner, Color::Black);
  record.undo();
  expect_outcome(record, Ending::None, "*", "");
}

TEST(GameRecord, Stalemate) {
  GameRecord record = test::game_from("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1");
  play(record, {"Qf7"});
  expect_outcome(record, Ending::Stalemate, "1/2-1/2", "Stalemate");
}

TEST(GameRecord, InsufficientMaterial) {
  GameRecord record = test::game_from("8/8/8/8/8/2k5/2p5/2K4N w - - 0 1");
  play(record, {"Ng3", "Kb3", "Ne2", "Ka2", "Kxc2"});
  expect_outcome(record, Ending::InsufficientMaterial, "1/2-1/2", "Insufficient material");
  // In 3-check a lone knight can still give three checks.
  EXPECT_FALSE(test::game_from("8/8/8/8/8/8/k1K1N3/8 b - - 3+3 0 1", Variant::ThreeCheck).outcome().is_over());
}

TEST(GameRecord, FiftyMovesUnlessTheLastOneMates) {
  GameRecord record = test::game_from("7k/8/6K1/8/8/8/8/R7 w - - 98 80");
  play(record, {"Ra2"});
  expect_outcome(record, Ending::None, "*", "");
  play(record, {"Kg8"});
  expect_outcome(record, Ending::FiftyMoves, "1/2-1/2", "Fifty-move rule");

  GameRecord mating = test::game_from("7k/8/6K1/8/8/8/8/R7 w - - 99 80");
  play(mating, {"Ra8"});
  expect_outcome(mating, Ending::Checkmate, "1-0", "White mates");
}

TEST(GameRecord, ThirdCheckWins) {
  GameRecord record = test::game_from("4k3/8/8/8/8/8/8/R3K3 w - - 2+1 0 1", Variant::ThreeCheck);
  play(record, {"Ra8+"});
  expect_outcome(record, Ending::None, "*", "");
  play(record, {"Kd7", "Ra7+"});
  expect_outcome(record, Ending::ChecksGiven, "1-0", "White gives the third check");

  GameRecord black = test::game_from("4k2r/8/8/8/8/8/8/4K3 b - - 3+1 99 90", Variant::ThreeCheck);
  play(black, {"Rh1+"});
  expect_outcome(black, Ending::ChecksGiven, "0-1", "Black gives the third check");
}

TEST(GameRecord, ThreefoldRepetition) {
  GameRecord record(chess::start_position());
  play(record, {"Nf3", "Nf6", "Ng1", "Ng8"});
  EXPECT_EQ(record.repetitions(), 1);
  play(record, {"Nf3", "Nf6", "Ng1"});
  expect_outcome(record, Ending::None, "*", "");
  play(record, {"Ng8"});
  EXPECT_EQ(record.repetitions(), 2);
  expect_outcome(record, Ending::Repetition, "1/2-1/2", "Threefold repetition");
  play(record, {"e4"});
  expect_outcome(record, Ending::None, "*", "");
}

TEST(GameRecord, APositionWithCastlingRightsIsAnother) {
  GameRecord record = test::game_from("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  play(record, {"Rg1", "Kd8", "Rh1", "Ke8", "Rg1", "Kd8", "Rh1", "Ke8"});
  EXPECT_EQ(record.repetitions(), 1);
  EXPECT_FALSE(record.outcome().is_over());
}

// The first time dxe3 was possible, so that was another position.
TEST(GameRecord, APositionWithAnEnPassantCaptureIsAnother) {
  GameRecord record = test::game_from("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
  play(record, {"e4", "Ke7", "Ke2", "Ke8", "Ke1", "Ke7", "Ke2", "Ke8", "Ke1"});
  EXPECT_EQ(record.repetitions(), 1);
  EXPECT_FALSE(record.outcome().is_over());
  play(record, {"Ke7"});
  expect_outcome(record, Ending::Repetition, "1/2-1/2", "Threefold repetition");
}

// Here dxe3 would open the rank to the rook: it was never possible, and all three positions are the same.
TEST(GameRecord, AnEnPassantCaptureThatIsIllegalMakesNoDifference) {
  GameRecord record = test::game_from("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1");
  play(record, {"e4", "Ka5", "Ke2", "Ka4", "Ke1", "Ka5", "Ke2", "Ka4"});
  EXPECT_FALSE(record.outcome().is_over());
  play(record, {"Ke1"});
  expect_outcome(record, Ending::Repetition, "1/2-1/2", "Threefold repetition");
}

// In 3-check the board may look the same, but a check has been given since.
TEST(GameRecord, AGivenCheckMakesAPositionAnother) {
  GameRecord record = test::game_from("4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1", Variant::ThreeCheck);
  play(record, {"Ra8+", "Ke7", "Ra1", "Ke8"});
  EXPECT_EQ(record.repetitions(), 0);
}

TEST(GameResult, ReadsWhatItWrites) {
  for (const GameResult result :
       {GameResult::Unknown, GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw}) {
    EXPECT_EQ(parse_game_result(text_of(result)), result);
  }
  EXPECT_EQ(parse_game_result("1/2"), GameResult::Draw);
  EXPECT_EQ(parse_game_result("2-0"), std::nullopt);
  EXPECT_EQ(parse_game_result(""), std::nullopt);
}

}  // namespace
}  // namespace rocada::game
