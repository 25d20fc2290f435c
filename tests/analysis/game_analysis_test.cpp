#include "analysis/game_analysis.h"

#include <gtest/gtest.h>

#include "analysis/random_analysis.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "support/positions.h"
#include "support/shown_scores.h"
#include "support/small_book.h"

namespace rocada::analysis {
namespace {

using chess::Color;
using test::game_of;
using test::score_shown_as;

// A line of a position: a move, and a score or what is shown of it.
FoundLine scored(const game::GameRecord& record, std::size_t ply, const char* move, eval::Score score) {
  return {score, 10, {chess::parse_move(record.positions()[ply], move).value()}};
}

FoundLine best(const game::GameRecord& record, std::size_t ply, const char* move, int centipawns) {
  return scored(record, ply, move, test::score_shown_as(centipawns, record.positions()[ply]));
}

TEST(Judgement, ByTheChanceLost) {
  EXPECT_EQ(judgement_of_loss(0), Judgement::None);
  EXPECT_EQ(judgement_of_loss(0.0999), Judgement::None);
  EXPECT_EQ(judgement_of_loss(0.1), Judgement::Dubious);
  EXPECT_EQ(judgement_of_loss(0.1499), Judgement::Dubious);
  EXPECT_EQ(judgement_of_loss(0.15), Judgement::Mistake);
  EXPECT_EQ(judgement_of_loss(0.45 - 0.3), Judgement::Mistake) << "however it was computed";
  EXPECT_EQ(judgement_of_loss(0.2499), Judgement::Mistake);
  EXPECT_EQ(judgement_of_loss(0.25), Judgement::Blunder);
  EXPECT_EQ(judgement_of_loss(1), Judgement::Blunder);
}

TEST(Judgement, HasTheGlyphsOfPgn) {
  EXPECT_EQ(nag_of(Judgement::None), std::nullopt);
  EXPECT_EQ(nag_of(Judgement::OnlyMove), 1);
  EXPECT_EQ(nag_of(Judgement::Mistake), 2);
  EXPECT_EQ(nag_of(Judgement::Brilliant), 3);
  EXPECT_EQ(nag_of(Judgement::Blunder), 4);
  EXPECT_EQ(nag_of(Judgement::Dubious), 6);
  EXPECT_EQ(mark_of(Judgement::Dubious), "?!");
}

TEST(Accuracy, HalvesWithEachTenHundredths) {
  EXPECT_DOUBLE_EQ(accuracy_of(0), 100);
  EXPECT_DOUBLE_EQ(accuracy_of(0.10), 50);
  EXPECT_DOUBLE_EQ(accuracy_of(0.20), 25);
  EXPECT_GT(accuracy_of(1), 0);
}

TEST(Accuracy, CountsWhereSomethingWasAtStake) {
  EXPECT_DOUBLE_EQ(weight_of(0.5, 0.5), 1);
  EXPECT_DOUBLE_EQ(weight_of(1, 0.5), 1) << "a win thrown away";
  EXPECT_DOUBLE_EQ(weight_of(1, 1), 0.05);
  EXPECT_DOUBLE_EQ(weight_of(0, 0), 0.05);
}

// 1. e4 e5 2. Qh5 Nf6?? 3. Qxe5+: Black had 2... Nc6.
class SpoiledGame : public ::testing::Test {
 protected:
  const game::GameRecord record = game_of({"e4", "e5", "Qh5", "Nf6", "Qxe5"});
  std::vector<FoundLines> positions = {
      {best(record, 0, "e4", 20)},  {best(record, 1, "e5", -20)},   {best(record, 2, "Nf3", 30)},
      {best(record, 3, "Nc6", 10)}, {best(record, 4, "Qxe5", 400)}, {best(record, 5, "Be7", -400)},
  };
};

TEST_F(SpoiledGame, IsSpoiledByOneMove) {
  const GameAnalysis analysis = analyse_game(record, positions);
  const eval::ScoreScale scale(record.start());
  ASSERT_EQ(analysis.moves.size(), 5U);
  EXPECT_EQ(analysis.moves[0].judgement, Judgement::None);
  EXPECT_DOUBLE_EQ(analysis.moves[0].loss(), 0) << "the search would have played it, too";
  EXPECT_EQ(analysis.moves[2].judgement, Judgement::None);
  EXPECT_NEAR(analysis.moves[2].loss(),
              scale.points_between_people(score_shown_as(30)) - scale.points_between_people(score_shown_as(-10)), 1e-9);
  EXPECT_EQ(analysis.moves[3].judgement, Judgement::Blunder);
  EXPECT_EQ(analysis.moments, std::vector<std::size_t>{3});
  EXPECT_EQ(analysis.players[Color::Black].blunders, 1);
  EXPECT_EQ(analysis.players[Color::White].blunders, 0);
  EXPECT_GT(*analysis.players[Color::White].accuracy, 70);
  // Two moves of nearly equal weight, one without fault.
  EXPECT_NEAR(*analysis.players[Color::Black].accuracy, (100 + accuracy_of(analysis.moves[3].loss())) / 2, 5);

  const auto better = better_lines(record, analysis, 3);
  ASSERT_EQ(better.size(), 1U);
  EXPECT_EQ(better[0]->moves[0], positions[3][0].moves[0]);
  EXPECT_TRUE(better_lines(record, analysis, 2).empty()) << "no error, nothing better to show";
}

TEST_F(SpoiledGame, OnlyLinesThatAreClearlyBetterAreShown) {
  positions[3].push_back(best(record, 3, "Qe7", -10));
  positions[3].push_back(best(record, 3, "d6", -390));
  const GameAnalysis analysis = analyse_game(record, positions);
  EXPECT_EQ(better_lines(record, analysis, 3).size(), 2U);
}

TEST_F(SpoiledGame, WhatIsLostAlreadyCannotBeLostAgain) {
  positions[3] = {best(record, 3, "Nc6", -1200)};
  positions[4] = {scored(record, 4, "Qxe5", eval::mate_in(5))};
  const GameAnalysis analysis = analyse_game(record, positions);
  EXPECT_EQ(analysis.moves[3].judgement, Judgement::None);
}

TEST_F(SpoiledGame, AMoveCanTurnOutBetterThanTheBest) {
  positions[4] = {best(record, 4, "Qxe5", -300)};
  const GameAnalysis analysis = analyse_game(record, positions);
  EXPECT_EQ(analysis.moves[3].judgement, Judgement::None);
  EXPECT_DOUBLE_EQ(analysis.moves[3].loss(), 0);
}

TEST_F(SpoiledGame, MovesOfTheBookAreNeitherBlamedNorCounted) {
  const GameAnalysis analysis = analyse_game(record, positions, 4);
  EXPECT_TRUE(analysis.moves[3].book);
  EXPECT_FALSE(analysis.moves[4].book);
  EXPECT_EQ(analysis.moves[3].judgement, Judgement::None);
  EXPECT_TRUE(analysis.moments.empty());
  EXPECT_EQ(analysis.players[Color::Black].accuracy, std::nullopt);
  EXPECT_NEAR(analysis.players[Color::White].accuracy.value_or(0), 100, 1e-9);
}

// From a bad position to a lost one: few points between engines, but somebody could have gone on playing.
TEST_F(SpoiledGame, APlayablePositionCanBeThrownAway) {
  positions[3] = {best(record, 3, "Nc6", -150)};
  positions[4] = {scored(record, 4, "Qxe5", eval::mate_in(5))};
  EXPECT_EQ(analyse_game(record, positions).moves[3].judgement, Judgement::Blunder);
}

// A queen against nothing is won, though few pawns are shown; who gives it away has given away half a point.
TEST(Judgement, KnowsThatFewPawnsWinWhereFewPiecesAreLeft) {
  const game::GameRecord record = game_of({"Qe4", "Kxe4"}, test::position_of("8/8/8/4k3/8/8/2Q5/K7 w - - 0 1"));
  const std::vector<FoundLines> positions = {
      {best(record, 0, "Qd3", 330)}, {{eval::kDraw, 10, {record.moves()[1]}}}, {{eval::kDraw, 0, {}}}};
  const GameAnalysis analysis = analyse_game(record, positions);
  EXPECT_GT(analysis.moves[0].chance_before, 0.97);
  EXPECT_DOUBLE_EQ(analysis.moves[0].chance_after, 0.5);
}

TEST(BookPlies, AreCountedUntilTheGameLeavesTheBook) {
  const game::GameRecord game = game_of({"e4", "e5", "Nf3", "Nc6"});
  auto entries = test::entries_for(game.positions()[0], {{"e4", 3}, {"d4", 1}, {"a4", 0}});
  for (const std::size_t ply : {1UL, 3UL}) {
    const auto more = test::entries_for(game.positions()[ply], {{ply == 1 ? "e5" : "Nc6", 1}});
    entries.insert(entries.end(), more.begin(), more.end());
  }
  const test::SmallBook book(entries);
  EXPECT_EQ(count_book_plies(game, *book), 2U) << "what the book knows again later is its own affair";
  EXPECT_EQ(count_book_plies(game_of({"e4"}), *book), 1U);
  EXPECT_EQ(count_book_plies(game_of({"Nf3"}), *book), 0U);
  EXPECT_EQ(count_book_plies(game_of({"a4"}), *book), 0U) << "a move that the book never plays";
  EXPECT_EQ(count_book_plies(game_of({"e4"}, chess::start_position(chess::Variant::ThreeCheck)), *book), 0U);
}

TEST(OnlyMove, IsTheBestWhereAllOthersAreBlunders) {
  const game::GameRecord record = game_of({"e4", "e5"});
  std::vector<FoundLines> positions = {{best(record, 0, "e4", 20), best(record, 0, "a3", -300)},
                                       {best(record, 1, "e5", -20), best(record, 1, "a6", -60)},
                                       {best(record, 2, "Nf3", 20)}};
  EXPECT_EQ(analyse_game(record, positions).moves[0].judgement, Judgement::OnlyMove);
  EXPECT_EQ(analyse_game(record, positions).moves[1].judgement, Judgement::None);
  EXPECT_EQ(analyse_game(record, positions).moments, std::vector<std::size_t>{0});
  positions[0].pop_back();
  EXPECT_EQ(analyse_game(record, positions).moves[0].judgement, Judgement::None) << "one line cannot show it";
}

TEST(OnlyMove, IsNoRecaptureAndNoForcedMove) {
  const game::GameRecord exchange = game_of({"e4", "d5", "exd5", "Qxd5"});
  std::vector<FoundLines> positions(5, FoundLines{{0, 1, {}}});
  positions[3] = {best(exchange, 3, "Qxd5", 0), best(exchange, 3, "a6", -300)};
  EXPECT_EQ(analyse_game(exchange, positions).moves[3].judgement, Judgement::None);

  const game::GameRecord forced = game_of({"Ka2"}, test::position_of("1r5k/8/8/8/8/8/8/K7 w - - 0 1"));
  const GameAnalysis analysis = analyse_game(forced, {{best(forced, 0, "Ka2", 500)}, {{500, 1, {}}}});
  EXPECT_TRUE(analysis.moves[0].forced);
  EXPECT_EQ(analysis.moves[0].judgement, Judgement::None) << "whatever the search before it thought";
  EXPECT_EQ(analysis.players[Color::White].accuracy, std::nullopt) << "there was nothing to choose";
}

TEST(OnlyMove, IsBrilliantWhereItGivesUpMaterial) {
  // The queen goes for the mate on the back rank.
  const game::GameRecord record = game_of({"Qe8"}, test::position_of("3r2k1/5ppp/8/8/4Q3/8/5PPP/4R1K1 w - - 0 1"));
  const FoundLine found = scored(record, 0, "Qe8", eval::mate_in(3));
  const FoundLine other = best(record, 0, "h3", 0);
  const GameAnalysis analysis = analyse_game(record, {{found, other}, {{eval::mated_in(2), 10, {}}}});
  EXPECT_EQ(analysis.moves[0].judgement, Judgement::Brilliant);
}

TEST(GameAnalysis, HoldsItsLawsInRandomGames) {
  test::for_each_random_record(60, 80, [](const game::GameRecord& record, util::Random& random) {
    const GameAnalysis analysis = analyse_game(record, test::random_lines(record, random));
    ASSERT_EQ(analysis.moves.size(), record.size());
    int errors = 0;
    for (std::size_t ply = 0; ply < record.size(); ++ply) {
      const JudgedMove& judged = analysis.moves[ply];
      ASSERT_GE(judged.loss(), 0);
      ASSERT_LE(judged.chance_before, 1);
      ASSERT_GE(judged.chance_after, 0);
      ASSERT_EQ(is_error(judged.judgement), is_error(judgement_of_loss(judged.loss())));
      errors += is_error(judged.judgement);
      for (const FoundLine* line : better_lines(record, analysis, ply)) {
        ASSERT_NE(line->moves[0], record.moves()[ply]);
        ASSERT_GT(eval::ScoreScale(record.positions()[ply]).points_between_people(line->score), judged.chance_after);
      }
    }
    for (const Color color : chess::kColors) {
      const PlayerSummary& player = analysis.players[color];
      errors -= player.dubious + player.mistakes + player.blunders;
      ASSERT_GE(player.accuracy.value_or(0), 0);
      ASSERT_LE(player.accuracy.value_or(0), 100.0001);
    }
    ASSERT_EQ(errors, 0);
    ASSERT_LE(analysis.moments.size(), kMostMoments);
    ASSERT_TRUE(std::ranges::is_sorted(analysis.moments));
  });
}

TEST(Moments, AreThoseThatCostMost) {
  std::vector<std::string_view> moves;
  for (int i = 0; i < 6; ++i) moves.insert(moves.end(), {"Nf3", "Nf6", "Ng1", "Ng8"});
  const game::GameRecord record = game_of(moves);
  std::vector<FoundLines> positions;
  // Each side in turn gives the whole game away, White only half of it at first.
  for (std::size_t i = 0; i <= record.size(); ++i)
    positions.push_back({best(record, i, i % 2 == 0 ? "a3" : "a6", 300)});
  positions[1][0].score = score_shown_as(60);
  const GameAnalysis analysis = analyse_game(record, positions);
  EXPECT_EQ(analysis.moments.size(), kMostMoments);
  EXPECT_EQ(analysis.moments.front(), 2U) << "the first was the cheapest, and the second no error";
}

TEST(ScoreText, IsFromWhitesSideInPawns) {
  const eval::ScoreScale scale(chess::start_position());
  EXPECT_EQ(score_text(score_shown_as(31), scale), "0.31");
  EXPECT_EQ(score_text(score_shown_as(-120), scale), "-1.20");
  EXPECT_EQ(score_text(0, scale), "0.00");
  EXPECT_EQ(score_text(eval::mate_in(5), scale), "#3");
  EXPECT_EQ(score_text(eval::mated_in(4), scale), "#-2");
  EXPECT_EQ(score_text(-eval::mate_in(1), scale), "#-1") << "Black is to move";
  EXPECT_EQ(score_text(-eval::mate_in(3), scale), "#-2");
  EXPECT_EQ(score_text(-eval::mated_in(2), scale), "#1");
  EXPECT_EQ(score_text(eval::kMate, scale), "") << "the mate is on the board";
  EXPECT_EQ(white_score({{50, 1, {}}}, Color::Black), -50);
}

TEST(LinesOfEndedGame, AreWhatTheRulesSay) {
  const game::GameRecord mate = game_of({"f3", "e5", "g4", "Qh4"});
  EXPECT_EQ(lines_of_ended_game(mate.outcome(), Color::White), (FoundLines{{-eval::kMate, 0, {}}}));
  const game::GameRecord stalemate = game_of({}, test::position_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"));
  EXPECT_EQ(lines_of_ended_game(stalemate.outcome(), Color::Black), (FoundLines{{0, 0, {}}}));
}

TEST(LegalPart, EndsBeforeTheFirstIllegalMove) {
  const game::GameRecord record = game_of({"e4", "e5", "Nf3"});
  std::vector<chess::Move> moves(record.moves().begin(), record.moves().end());
  EXPECT_EQ(legal_part(record.start(), moves, 10), moves);
  EXPECT_EQ(legal_part(record.start(), moves, 2).size(), 2U);
  moves[1] = chess::Move::none();
  EXPECT_EQ(legal_part(record.start(), moves, 10).size(), 1U);
}

}  // namespace
}  // namespace rocada::analysis
