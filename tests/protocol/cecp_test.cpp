#include "protocol/cecp/cecp.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "chess/fen.h"
#include "protocol/cecp/cecp_text.h"
#include "protocol/xboard_conversation.h"
#include "support/positions.h"
#include "util/random.h"

namespace rocada::protocol::cecp {
namespace {

TEST(Cecp, WhatItDoesNotKnowIsSaidSo) {
  Xboard xboard;
  EXPECT_TRUE(matches(xboard.send("dance tango"), {"Error (unknown command): dance tango"}));
  EXPECT_TRUE(matches(xboard.send("variant atomic"), {"Error (unsupported variant): atomic"}));
  for (const char* silent : {"computer", "random", "name Kasparov", "rating 2000 2800", "ics -", "accepted done",
                             "rejected setscore", "otim 1000", "?", "."}) {
    EXPECT_TRUE(matches(xboard.send(silent), {})) << silent;
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// Playing

TEST(Cecp, AfterNewItAnswersWhitesMove) {
  Xboard xboard;
  EXPECT_TRUE(matches(xboard.send("usermove e2e4"), {}));
  EXPECT_TRUE(matches(xboard.answer("e7e5"), {"move e7e5"}));
  EXPECT_TRUE(matches(xboard.send("g1f3"), {}));  // version 1 sends bare moves
  EXPECT_TRUE(matches(xboard.answer("b8c6"), {"move b8c6"}));
  EXPECT_EQ(xboard.engine.last_start().game.size(), 3U);
}

TEST(Cecp, InForceModeItOnlyFollows) {
  Xboard xboard;
  xboard.send_all({"force", "usermove e2e4", "usermove e7e5", "usermove g1f3"});
  EXPECT_EQ(xboard.engine.count("start"), 0);
  xboard.send("go");
  EXPECT_EQ(xboard.engine.last_start().game.position().side_to_move(), chess::Color::Black);
  EXPECT_TRUE(matches(xboard.answer("b8c6"), {"move b8c6"}));
}

TEST(Cecp, GoAtTheStartMakesItPlayWhiteOn) {
  Xboard xboard;
  xboard.send("go");
  EXPECT_TRUE(matches(xboard.answer("d2d4"), {"move d2d4"}));
  xboard.send("usermove d7d5");
  EXPECT_TRUE(xboard.engine.is_searching());
}

TEST(Cecp, PlayotherTakesTheSideNotOnMove) {
  Xboard xboard;
  xboard.send_all({"force", "usermove e2e4", "playother"});
  EXPECT_FALSE(xboard.engine.is_searching());
  xboard.send("usermove e7e5");
  EXPECT_TRUE(xboard.engine.is_searching());
}

TEST(Cecp, TheColourIdiomOfVersionOneKeepsTheGame) {
  Xboard xboard;
  xboard.send_all({"force", "usermove e2e4", "usermove e7e5", "black", "time 1000", "otim 1000", "white", "go"});
  EXPECT_EQ(xboard.engine.last_start().game.size(), 2U);
  EXPECT_TRUE(matches(xboard.answer("g1f3"), {"move g1f3"}));
}

TEST(Cecp, BlackAloneHandsTheTurnToBlack) {
  Xboard xboard;
  xboard.send_all({"force", "black", "go"});
  EXPECT_EQ(xboard.engine.last_start().game.position().side_to_move(), chess::Color::Black);
}

TEST(Cecp, TheTurnIsNotHandedOverWhereAKingCouldBeTaken) {
  Xboard xboard;
  xboard.send_all({"force", "setboard 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "black"});
  EXPECT_TRUE(matches(xboard.send("go"), {"Error (*): black"}));
  xboard.send("black");
  EXPECT_TRUE(matches(xboard.send("usermove e2e1"),
                      {"Error (*): black", "Illegal move (it cannot be that side's turn): e2e1"}));
  xboard.send("black");
  EXPECT_TRUE(matches(xboard.send("playother"), {"Error (*): black"}));
  EXPECT_FALSE(xboard.engine.is_searching());
}

TEST(Cecp, IllegalMovesGetTheirReasonAndChangeNothing) {
  Xboard xboard;
  EXPECT_TRUE(matches(xboard.send("usermove e2e5"), {"Illegal move (a pawn does not move from e2 to e5): e2e5"}));
  EXPECT_TRUE(matches(xboard.send("usermove e7e5"),
                      {"Illegal move (the pawn on e7 is black's, and it is white's turn): e7e5"}));
  EXPECT_TRUE(matches(xboard.send("usermove"), {"Illegal move ('' is not a move): "}));
  xboard.send("usermove e2e4");
  EXPECT_TRUE(matches(xboard.send("usermove d2d4"), {"Illegal move (it is not your turn): d2d4"}));
  EXPECT_TRUE(matches(xboard.answer("e7e5"), {"move e7e5"}));
}

TEST(Cecp, CommandsThatEndTheGameEndTheSearchWithoutAMove) {
  for (const char* command :
       {"force", "new", "result 1-0 {White resigns}", "analyze", "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1"}) {
    Xboard xboard;
    xboard.send("usermove e2e4");
    const Lines lines = xboard.send(command);
    EXPECT_TRUE(matches(lines, {})) << command;
    EXPECT_EQ(xboard.engine.count("stop_and_wait"), 1) << command;
  }
}

TEST(Cecp, PingWaitsForTheMoveButNotForPondering) {
  Xboard xboard;
  EXPECT_TRUE(matches(xboard.send("ping 1"), {"pong 1"}));
  xboard.send_all({"hard", "usermove e2e4"});
  EXPECT_TRUE(matches(xboard.send("ping 2"), {}));
  EXPECT_TRUE(matches(xboard.answer("e7e5", "g1f3"), {"move e7e5", "pong 2"}));
  EXPECT_TRUE(xboard.engine.last_start().limits.pondering);
  EXPECT_TRUE(matches(xboard.send("ping 3"), {"pong 3"}));
  EXPECT_TRUE(xboard.engine.is_searching());
}

TEST(Cecp, APingThatWaitsIsAnsweredWhenForceEndsTheSearch) {
  Xboard xboard;
  xboard.send_all({"usermove e2e4", "ping 7"});
  EXPECT_TRUE(matches(xboard.send("force"), {"pong 7"}));
}

TEST(Cecp, MoveNowStopsOnlyAThinkingEngine) {
  Xboard xboard;
  xboard.send("?");
  EXPECT_EQ(xboard.engine.count("stop"), 0);
  xboard.send_all({"usermove e2e4", "?", "ping 1"});
  EXPECT_EQ(xboard.engine.count("stop"), 1);
  EXPECT_TRUE(matches(xboard.answer("c7c5"), {"move c7c5", "pong 1"}));
}

TEST(Cecp, UndoAndRemoveTakeBack) {
  Xboard xboard;
  xboard.send("usermove e2e4");
  xboard.answer("e7e5");
  EXPECT_TRUE(matches(xboard.send("remove"), {}));
  EXPECT_TRUE(matches(xboard.send("usermove d2d4"), {}));
  EXPECT_EQ(chess::to_fen(xboard.engine.last_start().game.position()),
            "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1");
  xboard.send_all({"force", "undo"});
  EXPECT_EQ(xboard.fen(), chess::kStartFen);
  EXPECT_TRUE(matches(xboard.send_all({"force", "undo"}), {"Error (no move to take back): undo"}));
  EXPECT_TRUE(matches(xboard.send("remove"), {"Error (no two moves to take back): remove"}));
}

// ---------------------------------------------------------------------------------------------------------------------
// Results, draws, resigning

TEST(Cecp, ClaimsWhatTheBoardShowsAfterItsOwnMove) {
  Xboard xboard;
  xboard.send_all({"force", "usermove f2f3", "usermove e7e5", "usermove g2g4", "go"});
  EXPECT_TRUE(matches(xboard.answer("d8h4"), {"move d8h4", "0-1 {Black mates}"}));
}

TEST(Cecp, ClaimsWhatTheBoardShowsAfterTheUsersMove) {
  Xboard xboard;
  xboard.send_all({"force", "setboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "playother"});
  EXPECT_TRUE(matches(xboard.send("usermove a1a8"), {"1-0 {White mates}"}));
}

TEST(Cecp, ClaimsTheThirdCheck) {
  Xboard xboard;
  xboard.send_all({"variant 3check", "force", "setboard 4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "go"});
  EXPECT_TRUE(matches(xboard.answer("a1a8"), {"move a1a8", "1-0 {White gives the third check}"}));
}

TEST(Cecp, ClaimsTheThirdRepetitionButNotTheSecond) {
  Xboard xboard;
  xboard.send_all({"force", "setboard 4k3/7p/8/8/8/8/7P/4K3 w - - 0 1", "playother"});
  for (int round = 0; round < 2; ++round) {
    for (const auto& [user, engine] : {std::pair{"e1d1", "e8d8"}, std::pair{"d1e1", "d8e8"}}) {
      EXPECT_TRUE(matches(xboard.send("usermove " + std::string(user)), {}));
      const Lines lines = xboard.answer(engine);
      const bool third = round == 1 && std::string(engine) == "d8e8";
      EXPECT_EQ(lines.size(), third ? 2U : 1U);
      EXPECT_EQ(lines.back(), third ? "1/2-1/2 {Threefold repetition}" : "move " + std::string(engine));
    }
  }
}

TEST(Cecp, SaysNothingOfResultsInForceMode) {
  Xboard xboard;
  EXPECT_TRUE(matches(xboard.send_all({"force", "setboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "usermove a1a8"}), {}));
}

// A bare king against a queen: lost, though not much more than three pawns are ever shown.
class LostEnding : public ::testing::Test {
 protected:
  static constexpr const char* kStart = "setboard 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1";

  LostEnding() { xboard.send_all({"force", kStart, "playother"}); }

  // What is said to so many more of the user's moves, with such a score as it is shown.
  Lines next_moves(int count, int centipawns = -330) {
    const eval::Score score = test::score_shown_as(centipawns, test::position_of("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1"));
    constexpr std::string_view kQueenMoves[] = {"a1b1", "b1c1", "c1d1", "d1c1", "c1b1", "b1a1"};
    constexpr std::string_view kKingMoves[] = {"e8e7", "e7e8"};
    Lines said;
    for (int i = 0; i < count; ++i, ++moves_) {
      xboard.send(fmt::format("usermove {}", kQueenMoves[moves_ % std::size(kQueenMoves)]));
      if (!xboard.engine.is_searching()) break;  // it has resigned
      const Lines lines = xboard.answer(kKingMoves[moves_ % std::size(kKingMoves)], "", score);
      said.insert(said.end(), lines.begin(), lines.end());
    }
    return said;
  }
  void begin_again() { moves_ = 0; }

  Xboard xboard;

 private:
  std::size_t moves_ = 0;
};

TEST_F(LostEnding, IsResignedAfterFiveMovesInsteadOfAMove) {
  EXPECT_TRUE(matches(next_moves(4), {"move e8e7", "move e7e8", "move e8e7", "move e7e8"}));
  EXPECT_TRUE(matches(next_moves(1), {"resign"}));
}

TEST_F(LostEnding, IsPlayedOnWhereResigningIsOff) {
  xboard.send("option Resign=0");
  EXPECT_TRUE(matches(next_moves(5), {"move e8e7", "move e7e8", "move e8e7", "move e7e8", "move e8e7"}));
}

// As for draws: what was seen on another way does not count.
TEST_F(LostEnding, IsCountedAnewWhereThePositionIsChanged) {
  for (const std::vector<std::string_view>& changed :
       {std::vector<std::string_view>{"force", kStart, "playother"},
        {"force", "edit", "#", "Ke1", "Qa1", "c", "Ke8", ".", "playother"},
        {"force", "undo", "undo", "undo", "undo", "undo", "undo", "undo", "undo", "playother"}}) {
    EXPECT_EQ(next_moves(4, -600).size(), 4U);
    EXPECT_TRUE(matches(xboard.send_all(changed), {}));
    begin_again();
    EXPECT_TRUE(matches(next_moves(4, -600), {"move e8e7", "move e7e8", "move e8e7", "move e7e8"})) << changed[1];
    xboard.send_all({"force", kStart, "playother"});
    begin_again();
  }
}

TEST(Cecp, DrawOffersAreJudgedByTheScore) {
  const auto offer_at = [](eval::Score score) {
    Xboard xboard;
    xboard.send("usermove e2e4");
    xboard.answer("e7e5", "", score);
    return xboard.send("draw");
  };
  EXPECT_TRUE(matches(offer_at(test::score_shown_as(-40)), {})) << "nothing has been played yet";
  EXPECT_TRUE(matches(offer_at(test::score_shown_as(-200)), {"offer draw"}));
  EXPECT_TRUE(matches(offer_at(0), {}));

  Xboard xboard;
  xboard.send_all({"force", "setboard 8/5pk1/1p1r2p1/p2p3p/P2P3P/1P2PKP1/3R4/8 w - - 14 38", "go"});
  EXPECT_TRUE(matches(xboard.send("draw"), {})) << "who has not judged yet declines";
  xboard.engine.tell(line_of(xboard, {"d2d1"}, 0));
  xboard.heard();
  EXPECT_TRUE(matches(xboard.send("draw"), {"offer draw"})) << "by the search that is running";
  xboard.answer("d2d1", "", 0);
  EXPECT_TRUE(matches(xboard.send("draw"), {"offer draw"}));
  xboard.send("undo");
  xboard.send_all({"playother", "draw"});
  EXPECT_TRUE(matches(xboard.heard(), {})) << "the other side has not judged";
}

TEST(Cecp, OffersADrawAfterALongLevelTime) {
  Xboard xboard;
  xboard.send_all({"force", "setboard 8/5pk1/1p1r2p1/p2p3p/P2P3P/1P2PKP1/3R4/8 w - - 14 38", "go"});
  // Rooks that walk up and down, so that no position comes three times.
  const std::vector<std::string_view> white = {"d2d1", "d1d2", "d2d1", "d1c1", "c1b1", "b1a1",
                                               "a1a2", "a2b2", "b2c2", "c2d2", "d2e2", "e2f2"};
  const std::vector<std::string_view> black = {"d6d7", "d7d6", "d6d8", "d8d6", "d6d7", "d7d8",
                                               "d8d6", "d6d7", "d7d8", "d8d7", "d7d8", "d8d6"};
  for (std::size_t move = 0; move < white.size(); ++move) {
    const Lines said = xboard.answer(white[move], "", 0);
    Lines expected = {fmt::format("move {}", white[move])};
    if (move + 1 == white.size()) expected.emplace_back("offer draw");
    EXPECT_TRUE(matches(said, expected)) << move;
    xboard.send(fmt::format("usermove {}", black[move]));
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// Thinking output and hints

TEST(Cecp, ThinkingLinesHaveTheExtendedForm) {
  Xboard xboard;
  xboard.send("usermove e2e4");
  xboard.engine.tell(line_of(xboard, {"e7e5", "g1f3"}));
  EXPECT_TRUE(matches(xboard.heard(), {"7 25 50 123456 9 246912 3\te5 Nf3"}));
  search::Line bound = line_of(xboard, {"e7e5"});
  bound.bound = search::Bound::Lower;
  xboard.engine.tell(bound);
  EXPECT_TRUE(matches(xboard.heard(), {"7 25 50 123456 9 246912 3\te5 !"}));
  xboard.send("nopost");
  xboard.engine.tell(line_of(xboard, {"e7e5"}));
  EXPECT_TRUE(matches(xboard.heard(), {}));
}

TEST(CecpText, MateScoresCountMovesFromAHundredThousand) {
  const eval::ScoreScale scale(chess::start_position());
  EXPECT_EQ(score_text_value(eval::mate_in(1), scale), 100001);
  EXPECT_EQ(score_text_value(eval::mate_in(3), scale), 100002);
  EXPECT_EQ(score_text_value(eval::mated_in(2), scale), -100001);
  EXPECT_EQ(score_text_value(eval::mated_in(4), scale), -100002);
  EXPECT_EQ(score_text_value(test::score_shown_as(-37), scale), -37);
}

TEST(Cecp, HintsComeFromWhatItKnows) {
  Xboard xboard;
  EXPECT_TRUE(matches(xboard.send("hint"), {"Hint: *"}));  // a quick search of its own
  xboard.send("usermove e2e4");
  EXPECT_TRUE(matches(xboard.send("hint"), {})) << "it is not the user's turn";
  xboard.answer("e7e5", "g1f3");
  EXPECT_TRUE(matches(xboard.send("hint"), {"Hint: g1f3"}));
  EXPECT_TRUE(matches(xboard.send("bk"), {" *", ""}));
}

// From what a weak player expects nobody learns.
TEST(Cecp, HintsAreAtFullStrengthWhateverTheLevel) {
  Xboard xboard;
  xboard.send_all({"option Strength=1200", "usermove e2e4"});
  xboard.answer("e7e5", "d1h5");
  const auto let_search_find = [&](std::string_view from, std::string_view to) {
    xboard.engine.move_when_stopped = search::Finished{};
    xboard.engine.move_when_stopped->best =
        chess::Move::normal(chess::Square::parse(from).value(), chess::Square::parse(to).value());
  };
  let_search_find("g1", "f3");
  EXPECT_TRUE(matches(xboard.send("hint"), {"Hint: g1f3"}));
  EXPECT_TRUE(xboard.engine.last_start().limits.nodes);

  xboard.send_all({"hard", "usermove g1f3"});
  xboard.answer("b8c6", "f3e5");
  EXPECT_TRUE(xboard.engine.last_start().limits.pondering);
  let_search_find("f1", "b5");
  EXPECT_TRUE(matches(xboard.send("hint"), {"Hint: f1b5"}));
  EXPECT_TRUE(xboard.engine.last_start().limits.pondering) << "it goes on pondering";
  xboard.send("usermove f3e5");
  EXPECT_EQ(xboard.engine.count("ponder_hit"), 1) << "on the move it expected";

  xboard.answer("c6e5", "d2d4");
  xboard.send("option Strength=3001");
  let_search_find("b1", "c3");
  EXPECT_TRUE(matches(xboard.send("hint"), {"Hint: b1c3"})) << "what was expected at the level before";
}

TEST(Cecp, BkListsTheBookAndHintTakesItsBestMove) {
  Xboard xboard;
  EXPECT_TRUE(matches(xboard.send("bk"), {" The book does not know this position.", ""}));
  const auto move = [](const char* text) { return chess::parse_move(chess::start_position(), text).value(); };
  xboard.engine.book = {{move("e2e4"), 6}, {move("g1f3"), 2}};
  const Lines lines = xboard.send("bk");
  EXPECT_TRUE(matches(lines, {" The book's moves, and how often each is played:", "  e4 75%", "  Nf3 25%", ""}));
  EXPECT_TRUE(matches(xboard.send("hint"), {"Hint: e2e4"}));
  EXPECT_EQ(xboard.engine.count("start"), 0);

  xboard.engine.book = {{move("e2e4"), 0}};
  EXPECT_TRUE(matches(xboard.send("hint"), {"Hint: *"}));
  EXPECT_EQ(xboard.engine.count("start"), 1) << "a move the book would not play is no hint";
}

TEST(Cecp, ABookMoveIsShownInPlaceOfThinkingAndHasNoScore) {
  Xboard xboard;
  xboard.send("usermove e2e4");
  search::Finished finished;
  finished.best = xboard.engine.move("e7e5");
  finished.from_book = true;
  xboard.engine.book = {{finished.best, 3}};
  xboard.engine.finish(finished);
  EXPECT_TRUE(matches(xboard.heard(), {"0 0 0 0 (Book: e5 100%)", "move e7e5"}));
  EXPECT_TRUE(matches(xboard.send("draw"), {})) << "nothing is known about the position";

  xboard.engine.book.clear();
  xboard.send_all({"nopost", "usermove g1f3"});
  finished.best = xboard.engine.move("b8c6");
  xboard.engine.finish(finished);
  EXPECT_TRUE(matches(xboard.heard(), {"move b8c6"}));
}

TEST(Cecp, PauseFreezesAndResumeGoesOn) {
  Xboard xboard;
  xboard.send_all({"usermove e2e4", "pause"});
  EXPECT_TRUE(xboard.engine.paused);
  xboard.send("resume");
  EXPECT_FALSE(xboard.engine.paused);
  EXPECT_TRUE(matches(xboard.answer("e7e5"), {"move e7e5"}));
}

// ---------------------------------------------------------------------------------------------------------------------
// Analysis

TEST(Cecp, AnalysisFollowsMovesUndoAndSetboardAndNeverMoves) {
  Xboard xboard;
  xboard.send_all({"force", "analyze"});
  EXPECT_TRUE(xboard.engine.last_start().limits.infinite);
  xboard.send("usermove e2e4");
  EXPECT_EQ(xboard.engine.last_start().game.size(), 1U);
  xboard.send("usermove e2e4");
  EXPECT_TRUE(xboard.engine.is_searching()) << "an illegal move does not end the analysis";
  xboard.send("undo");
  EXPECT_EQ(xboard.engine.last_start().game.size(), 0U);
  xboard.send("setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  EXPECT_EQ(chess::to_fen(xboard.engine.last_start().game.position()), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  EXPECT_TRUE(matches(xboard.send("exit"), {}));
  EXPECT_FALSE(xboard.engine.is_searching());
  xboard.send("usermove e1e2");
  EXPECT_FALSE(xboard.engine.is_searching()) << "after analysis it stays in force mode";
}

TEST(Cecp, ADotAsksForTheStateOfTheAnalysis) {
  Xboard xboard;
  xboard.send_all({"force", "analyze"});
  xboard.engine.effort_so_far = {5000, Milliseconds(1230), 0, 0};
  EXPECT_TRUE(matches(xboard.send("."), {"stat01: 123 5000 1 20 20"}));
  xboard.engine.tell(search::CurrentMove{11, xboard.engine.move("d2d4"), 4, 20, {}});
  xboard.heard();
  EXPECT_TRUE(matches(xboard.send("."), {"stat01: 123 5000 11 16 20 d2d4"}));
}

TEST(Cecp, ExcludedMovesAreLeftOutUntilThePositionChanges) {
  Xboard xboard;
  xboard.send_all({"force", "analyze", "exclude e2e4"});
  const auto only = [&] { return xboard.engine.last_start().limits.only_moves; };
  EXPECT_EQ(only().size(), 19U);
  xboard.send("exclude all");
  EXPECT_FALSE(xboard.engine.is_searching());
  xboard.send("include d2d4");
  EXPECT_EQ(only().size(), 1U);
  xboard.send("include all");
  EXPECT_TRUE(only().empty());
  xboard.send_all({"exclude e2e4", "usermove d2d4"});
  EXPECT_TRUE(only().empty());
  EXPECT_TRUE(matches(xboard.send("exclude e2e4"),
                      {"Error (the pawn on e2 is white's, and it is black's turn): exclude e2e4"}));
}

// ---------------------------------------------------------------------------------------------------------------------
// Positions and variants

TEST(Cecp, ABadPositionIsReportedAndMovesRefusedUntilAGoodOne) {
  Xboard xboard;
  xboard.send_all({"force", "usermove e2e4", "usermove e7e5"});
  EXPECT_TRUE(matches(xboard.send_all({"force", "setboard 8/8/8/8/8/8/8/8 w - - 0 1"}),
                      {"tellusererror Illegal position: white has no king"}));
  EXPECT_TRUE(matches(xboard.send("usermove e2e4"), {"Illegal move (no legal position is set up): e2e4"}));
  EXPECT_TRUE(matches(xboard.send("go"), {"Error (no legal position is set up): go"}));
  EXPECT_TRUE(matches(xboard.send("bk"), {" No legal position is set up.", ""}));
  for (const std::string command : {"undo", "remove", "exclude e2e4", "include all"}) {
    EXPECT_TRUE(matches(xboard.send(command), {"Error (no legal position is set up): " + command}));
    EXPECT_TRUE(matches(xboard.send("usermove d2d4"), {"Illegal move (no legal position is set up): d2d4"})) << command;
  }
  EXPECT_TRUE(matches(xboard.send_all({"edit", "."}), {"tellusererror Illegal position: white has no king"}));
  EXPECT_TRUE(matches(xboard.send("setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1"), {}));
  EXPECT_TRUE(matches(xboard.send("usermove e1g1"), {}));
}

TEST(Cecp, EditModePlacesPiecesAndAssumesCastling) {
  Xboard xboard;
  xboard.send_all({"force", "edit", "#", "Ke1", "Rh1", "Ra1", "xa1", "c", "Ke8", "Pa7", "."});
  EXPECT_EQ(xboard.fen(), "4k3/p7/8/8/8/8/8/4K2R w K - 0 1");
  EXPECT_TRUE(
      matches(xboard.send_all({"force", "edit", "castle KQ"}), {"Error (not a command of edit mode): castle KQ"}));
  EXPECT_TRUE(matches(xboard.send("Za4"), {"Error (unknown piece): Za4"}));
  EXPECT_TRUE(matches(xboard.send("#"), {}));
  EXPECT_TRUE(matches(xboard.send("."), {"tellusererror Illegal position: white has no king"}));
}

TEST(Cecp, AnotherCommandGivesUpEditing) {
  Xboard xboard;
  xboard.send_all({"force", "usermove e2e4", "edit", "#", "Ke1"});
  EXPECT_TRUE(matches(xboard.send("ping 7"), {"pong 7"}));
  EXPECT_EQ(xboard.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");

  xboard.send_all({"force", "analyze", "edit", "#"});
  EXPECT_FALSE(xboard.engine.is_searching());
  xboard.send("post");
  EXPECT_TRUE(xboard.engine.is_searching()) << "the analysis goes on";
}

TEST(Cecp, Chess960CastlesInLetters) {
  Xboard xboard;
  xboard.send_all({"variant fischerandom", "force", "setboard 4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "go"});
  EXPECT_TRUE(matches(xboard.answer("O-O"), {"move O-O"}));
  xboard.send_all(
      {"force", "setboard r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1", "usermove O-O-O", "usermove e1h1", "undo", "go"});
  EXPECT_TRUE(matches(xboard.answer("O-O"), {"move O-O"}));
}

TEST(Cecp, NewGoesBackToNormalChess) {
  Xboard xboard;
  xboard.send_all({"variant 3check", "new"});
  EXPECT_EQ(xboard.fen(), chess::kStartFen);
}

// ---------------------------------------------------------------------------------------------------------------------
// The end

TEST(Cecp, QuitEndsTheProgramInEveryState) {
  for (const std::vector<std::string_view>& before :
       {std::vector<std::string_view>{}, {"force"}, {"usermove e2e4"}, {"force", "analyze"}, {"force", "edit"}}) {
    Xboard xboard;
    xboard.send_all(before);
    xboard.send("quit");
    EXPECT_EQ(xboard.goes_on, Continue::No);
  }
}

// Any commands in any order: no crash, at most one move for every search, never a move in force mode.
TEST(Cecp, CommandsInAnyOrderDoNoHarm) {
  constexpr const char* kLines[] = {"new",
                                    "force",
                                    "go",
                                    "playother",
                                    "white",
                                    "black",
                                    "usermove e2e4",
                                    "usermove e7e5",
                                    "g1f3",
                                    "O-O",
                                    "?",
                                    "ping 1",
                                    "draw",
                                    "result *",
                                    "undo",
                                    "remove",
                                    "hint",
                                    "bk",
                                    "hard",
                                    "easy",
                                    "post",
                                    "nopost",
                                    "pause",
                                    "resume",
                                    "level 40 5 0",
                                    "st 1",
                                    "sd 3",
                                    "nps 100",
                                    "time 100",
                                    "otim 100",
                                    "edit",
                                    "#",
                                    "Ke1",
                                    "c",
                                    "Ke8",
                                    ".",
                                    "analyze",
                                    "exit",
                                    "exclude e2e4",
                                    "exclude all",
                                    "include all",
                                    "memory 8",
                                    "cores 2",
                                    "option MultiPV=2",
                                    "variant 3check",
                                    "variant fischerandom",
                                    "variant normal",
                                    "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                                    "setboard nonsense",
                                    "usermove a1a8",
                                    "random",
                                    "computer",
                                    "xyzzy"};
  util::Random random(5);
  Xboard xboard;
  for (int i = 0; i < 30000; ++i) {
    const int starts = xboard.engine.count("start");
    Lines lines;
    if (xboard.engine.is_searching() && random.below(4) == 0) {
      const chess::MoveList moves = chess::legal_moves(xboard.engine.last_start().game.position());
      search::Finished finished;
      const auto& only = xboard.engine.last_start().limits.only_moves;
      if (!moves.empty())
        finished.best = only.empty() ? moves[random.below(static_cast<std::uint32_t>(moves.size()))] : only[0];
      // A search on the opponent's time, or without end, does not finish by itself.
      if (!xboard.engine.last_start().limits.infinite && !xboard.engine.last_start().limits.pondering) {
        xboard.engine.finish(finished);
        lines = xboard.heard();
      }
    } else {
      lines = xboard.send(kLines[random.below(std::size(kLines))]);
      EXPECT_EQ(xboard.goes_on, Continue::Yes);
    }
    const auto moves = std::ranges::count_if(lines, [](const std::string& line) { return line.starts_with("move "); });
    ASSERT_LE(moves, 1);
    ASSERT_LE(xboard.engine.count("start") - starts, 3);
    if (xboard.engine.calls.size() > 1000) xboard.engine.calls.clear();
    if (xboard.engine.starts.size() > 1000)
      xboard.engine.starts.erase(xboard.engine.starts.begin(), xboard.engine.starts.end() - 1);
  }
}

}  // namespace
}  // namespace rocada::protocol::cecp
