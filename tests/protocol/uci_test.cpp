#include "protocol/uci/uci.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "chess/fen.h"
#include "protocol/identity.h"
#include "support/fake_engine.h"
#include "support/shown_scores.h"
#include "support/transcript.h"
#include "util/random.h"

namespace rocada::protocol::uci {
namespace {

using chess::CastlingText;
using engine::OptionId;
using search::Limits;
using test::contains;
using test::fits;
using test::Lines;
using test::matches;
using test::score_shown_as;
using util::Milliseconds;

using Uci = test::Conversation<uci::Uci>;

search::Line line_of(const Uci& uci, const std::vector<std::string_view>& moves,
                     eval::Score score = test::score_shown_as(25)) {
  search::Line line;
  line.depth = 7;
  line.selective_depth = 9;
  line.score = score;
  line.moves = uci.engine.moves(moves);
  line.effort = {123456, Milliseconds(500), 12, 3};
  return line;
}

std::string fen_of(const test::FakeEngine& engine) { return chess::to_fen(engine.last_start().game.position()); }

const Limits& go(Uci& uci, std::string_view arguments) {
  for (const std::string& line : uci.send("go " + std::string(arguments)))
    EXPECT_TRUE(fits(line, "bestmove *")) << line;
  return uci.engine.last_start().limits;
}

std::size_t count_best_moves(const Lines& lines) {
  return static_cast<std::size_t>(
      std::ranges::count_if(lines, [](const auto& l) { return l.starts_with("bestmove"); }));
}

// ---------------------------------------------------------------------------------------------------------------------
// Handshake; the options are in uci_options_test.cpp

TEST(Uci, IntroducesItselfAndListsTheOptionTable) {
  Uci uci;
  Lines expected = {"id name Rocada " + std::string(kEngineVersion), "id author the Rocada authors"};
  for (const engine::OptionSpec& spec : engine::option_table()) {
    if (spec.offered_in != engine::OfferedIn::Cecp) expected.push_back(option_line(spec));
  }
  expected.emplace_back("uciok");
  EXPECT_EQ(uci.send("uci"), expected);
}

TEST(Uci, ASearchToldToStopIsOverBeforeTheNextOption) {
  Uci uci;
  const Lines heard = uci.send_all({"go infinite", "stop", "setoption name Hash value 64", "go depth 1"});
  EXPECT_TRUE(matches(uci.engine.calls, {"start", "stop", "stop_and_wait", "set Hash=64", "start"}));
  EXPECT_EQ(count_best_moves(heard), 1U);
}

TEST(Uci, AnswersIsReadyAtOnceInEveryState) {
  Uci uci;
  EXPECT_TRUE(matches(uci.send("isready"), {"readyok"}));
  uci.send("go infinite");
  EXPECT_TRUE(matches(uci.send("isready"), {"readyok"}));
  uci.send("stop");
  EXPECT_TRUE(matches(uci.send("isready"), {"readyok"}));
  EXPECT_TRUE(uci.engine.is_searching());
}

TEST(Uci, ABookMoveIsSaidToBeOne) {
  Uci uci;
  uci.send("go movetime 100");
  search::Finished finished;
  finished.best = uci.engine.move("e2e4");
  finished.from_book = true;
  uci.engine.finish(finished);
  EXPECT_EQ(uci.heard(), (Lines{"info string book move", "bestmove e2e4"}));
}

// ---------------------------------------------------------------------------------------------------------------------
// Positions

TEST(Uci, SearchesThePositionItWasGiven) {
  Uci uci;
  uci.send("go depth 1");
  EXPECT_EQ(fen_of(uci.engine), chess::kStartFen);
  uci.send("position startpos moves e2e4 e7e5 g1f3");
  uci.send("go depth 1");
  EXPECT_EQ(fen_of(uci.engine), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
  EXPECT_EQ(uci.engine.last_start().game.size(), 3U);
  uci.send("position fen 8/P6k/8/8/8/8/8/K7 w - - 3 40 moves a7a8q h7g7");
  uci.send("go depth 1");
  EXPECT_EQ(fen_of(uci.engine), "Q7/6k1/8/8/8/8/8/K7 w - - 1 41");
}

TEST(Uci, AFaultyPositionChangesNothing) {
  Uci uci;
  uci.send("position startpos moves d2d4");
  for (const std::string_view bad :
       {"position", "position start", "position startpos e2e4", "position startpos moves e2e5",
        "position startpos moves e2e4 e7e5 e1g1", "position fen", "position fen moves e2e4",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
        "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1 0000", "position startpos moves \x01\xff"}) {
    EXPECT_TRUE(matches(uci.send(bad), {"info string position ignored: *"})) << bad;
  }
  uci.send("go depth 1");
  EXPECT_EQ(fen_of(uci.engine), "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1");
}

TEST(Uci, TellsWhyAMoveIsIllegal) {
  Uci uci;
  EXPECT_TRUE(
      matches(uci.send("position startpos moves e2e4 e2e4"), {"info string position ignored: illegal move e2e4: *"}));
}

TEST(Uci, APositionDuringASearchIsForTheNextOne) {
  Uci uci;
  uci.send("go infinite");
  EXPECT_TRUE(matches(uci.send("position startpos moves e2e4"), {}));
  EXPECT_TRUE(uci.engine.is_searching());
  uci.send("stop");
  uci.engine.finish("g1f3");
  EXPECT_TRUE(matches(uci.heard(), {"bestmove g1f3"}));
  uci.send("go depth 1");
  EXPECT_EQ(uci.engine.last_start().game.size(), 1U);
}

TEST(Uci, TheVariantOptionDecidesTheRules) {
  Uci uci;
  uci.send("setoption name UCI_Variant value 3check");
  uci.send("go depth 1");
  EXPECT_EQ(uci.engine.last_start().game.position(), chess::start_position(chess::Variant::ThreeCheck));
  uci.send("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1+3 0 1");
  uci.send("go depth 1");
  EXPECT_EQ(uci.engine.last_start().game.position().checks_given(chess::Color::White), 2);
  uci.send("setoption name UCI_Variant value chess");
  uci.send("position startpos");
  uci.send("go depth 1");
  EXPECT_EQ(uci.engine.last_start().game.position(), chess::start_position());
}

TEST(Uci, ANewGameForgetsTheOldOne) {
  Uci uci;
  uci.send("position startpos moves e2e4");
  uci.send("go infinite");
  EXPECT_EQ(count_best_moves(uci.send("ucinewgame")), 1U);
  EXPECT_TRUE(matches(uci.engine.calls, {"start", "stop_and_wait", "new_game"}));
  uci.send("go depth 1");
  EXPECT_EQ(fen_of(uci.engine), chess::kStartFen);
}

// ---------------------------------------------------------------------------------------------------------------------
// go

TEST(Uci, EveryGoArgumentReachesTheSearch) {
  Uci uci;
  EXPECT_EQ(go(uci, "depth 12").depth, 12);
  EXPECT_EQ(go(uci, "nodes 5000000000").nodes, 5000000000U);
  EXPECT_EQ(go(uci, "mate 4").mate, 4);
  EXPECT_EQ(go(uci, "movetime 1500").move_time, Milliseconds(1500));
  EXPECT_TRUE(go(uci, "infinite").infinite);
  EXPECT_FALSE(go(uci, "depth 3").infinite);
  const Limits all = go(uci, "ponder wtime 60000 btime 50000 winc 1000 binc 500 movestogo 20 depth 9 nodes 77 mate 2");
  EXPECT_TRUE(all.pondering);
  EXPECT_EQ(all.depth, 9);
  EXPECT_EQ(all.nodes, 77U);
  EXPECT_EQ(all.mate, 2);
  ASSERT_TRUE(all.clock);
  EXPECT_EQ(all.clock->time_left, Milliseconds(60000));
  EXPECT_EQ(all.clock->increment, Milliseconds(1000));
  EXPECT_EQ(all.clock->moves_to_go, 20);
}

TEST(Uci, TheClockIsThatOfTheSideToMove) {
  Uci uci;
  uci.send("position startpos moves e2e4");
  const Limits limits = go(uci, "wtime 60000 btime 50000 winc 1000 binc 500");
  ASSERT_TRUE(limits.clock);
  EXPECT_EQ(limits.clock->time_left, Milliseconds(50000));
  EXPECT_EQ(limits.clock->increment, Milliseconds(500));
  EXPECT_EQ(limits.clock->moves_to_go, std::nullopt);
}

TEST(Uci, GoWithoutLimitsIsInfinite) {
  Uci uci;
  EXPECT_TRUE(go(uci, "").infinite);
  EXPECT_TRUE(go(uci, "searchmoves e2e4").infinite);
  EXPECT_TRUE(go(uci, "btime 1000").infinite) << "the opponent's clock does not bound us";
}

TEST(Uci, SearchMovesEndAtTheNextArgument) {
  Uci uci;
  const Limits limits = go(uci, "searchmoves e2e4 d2d4 e2e4 depth 5");
  EXPECT_EQ(limits.only_moves, (std::vector{uci.engine.move("e4"), uci.engine.move("d4")}));
  EXPECT_EQ(limits.depth, 5);
}

TEST(Uci, SillyValuesBecomeSensibleOnes) {
  Uci uci;
  const Limits overdrawn = go(uci, "wtime -250 winc -5 movestogo 0");
  ASSERT_TRUE(overdrawn.clock);
  EXPECT_EQ(overdrawn.clock->time_left, Milliseconds(1));
  EXPECT_EQ(overdrawn.clock->increment, Milliseconds(0));
  EXPECT_EQ(overdrawn.clock->moves_to_go, std::nullopt);
  EXPECT_EQ(go(uci, "depth 0").depth, 1);
  EXPECT_EQ(go(uci, "depth 1000000").depth, eval::kMaxPly);
  EXPECT_EQ(go(uci, "nodes 0").nodes, 1U);
  EXPECT_EQ(go(uci, "movetime 0").move_time, Milliseconds(1));
  EXPECT_LE(go(uci, "movetime 99999999999999999999999").move_time, std::chrono::hours(24 * 366));
  EXPECT_EQ(go(uci, "wtime -99999999999999999999999").clock->time_left, Milliseconds(1));
}

TEST(Uci, AFaultyGoStillSearchesWithWhatItUnderstood) {
  for (const std::string_view bad :
       {"go wtime depth 4", "go depth 4 nodes", "go depth 4 movetime soon", "go sideways depth 4",
        "go searchmoves depth 4", "go searchmoves e2e5 depth 4", "go depth 4 wtime 1.5e3 x y z"}) {
    Uci uci;
    EXPECT_TRUE(matches(uci.send(bad), {"info string go: *"})) << bad;
    EXPECT_EQ(uci.engine.last_start().limits.depth, 4) << bad;
  }
}

TEST(Uci, PerftCountsMoveByMove) {
  Uci uci;
  uci.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  const Lines counts = uci.send("go perft 1");
  ASSERT_EQ(counts.size(), 16U);
  EXPECT_TRUE(contains(counts, "e1g1: 1"));
  EXPECT_EQ(counts.back(), "Nodes searched: 15");
  EXPECT_EQ(uci.send("go perft 3").back(), "Nodes searched: 1197");
  for (const std::string_view bad : {"go perft", "go perft 0", "go perft -1", "go perft 100000", "go perft x"}) {
    EXPECT_TRUE(matches(uci.send(bad), {"info string perft needs a depth*"})) << bad;
  }
  EXPECT_TRUE(uci.engine.starts.empty());
}

TEST(Uci, ALongPerftLetsOthersSpeak) {
  Uci uci;
  uci.send("go infinite");
  uci.protocol.line("go perft 20");
  EXPECT_FALSE(uci.engine.is_searching()) << "every go ends what went before";
  uci.protocol.line("isready");
  EXPECT_TRUE(matches(uci.output.take(), {"readyok"}));
  EXPECT_TRUE(matches(uci.send("stop"), {"info string perft stopped", "bestmove *"}));
  EXPECT_TRUE(matches(uci.send("stop"), {}));
  uci.protocol.line("go perft 20");
  EXPECT_TRUE(matches(uci.send("go depth 3"), {"info string perft stopped"}));
  uci.engine.finish("e2e4");
  EXPECT_TRUE(matches(uci.heard(), {"bestmove e2e4"}));
  uci.protocol.line("go perft 20");
  EXPECT_EQ(uci.protocol.line("quit"), Continue::No);
}

// ---------------------------------------------------------------------------------------------------------------------
// What a search says

TEST(Uci, PrintsALineOfThought) {
  Uci uci;
  uci.send("go depth 7");
  uci.engine.tell(line_of(uci, {"e2e4", "e7e5", "g1f3"}));
  EXPECT_TRUE(matches(uci.heard(), {"info depth 7 seldepth 9 multipv 1 score cp 25 nodes 123456 nps 246912 "
                                    "hashfull 12 tbhits 3 time 500 pv e2e4 e7e5 g1f3"}));
}

TEST(Uci, PrintsBoundsMatesAndRanks) {
  Uci uci;
  uci.send("go depth 7");
  const auto score_part = [&](eval::Score score, search::Bound bound, int rank) {
    search::Line line = line_of(uci, {"e2e4"}, score);
    line.bound = bound;
    line.rank = rank;
    const std::string text = info_line(line, eval::ScoreScale(chess::start_position()), {});
    const std::size_t from = text.find("multipv");
    return text.substr(from, text.find(" nodes") - from);
  };
  using search::Bound;
  EXPECT_EQ(score_part(score_shown_as(-30), Bound::Exact, 2), "multipv 2 score cp -30");
  EXPECT_EQ(score_part(score_shown_as(40), Bound::Lower, 1), "multipv 1 score cp 40 lowerbound");
  EXPECT_EQ(score_part(score_shown_as(-40), Bound::Upper, 1), "multipv 1 score cp -40 upperbound");
  EXPECT_EQ(score_part(eval::mate_in(1), Bound::Exact, 1), "multipv 1 score mate 1");
  EXPECT_EQ(score_part(eval::mate_in(5), Bound::Exact, 1), "multipv 1 score mate 3");
  EXPECT_EQ(score_part(eval::mated_in(4), Bound::Exact, 1), "multipv 1 score mate -2");
  EXPECT_EQ(score_part(eval::mated_in(0), Bound::Exact, 1), "multipv 1 score mate 0");
}

TEST(Uci, PrintsEveryLineOfMultiPv) {
  Uci uci;
  uci.send("setoption name MultiPV value 2");
  uci.send("go depth 7");
  search::Line second = line_of(uci, {"d2d4"}, score_shown_as(20));
  second.rank = 2;
  uci.engine.tell(line_of(uci, {"e2e4"}));
  uci.engine.tell(second);
  EXPECT_TRUE(matches(uci.heard(), {"* multipv 1 score cp 25 *", "* multipv 2 score cp 20 * pv d2d4"}));
}

TEST(Uci, PrintsTheMoveBeingSearched) {
  Uci uci;
  uci.send("go infinite");
  search::CurrentMove current;
  current.depth = 18;
  current.move = uci.engine.move("g1f3");
  current.number = 4;
  uci.engine.tell(current);
  EXPECT_TRUE(matches(uci.heard(), {"info depth 18 currmove g1f3 currmovenumber 4"}));
}

TEST(Uci, PawnsAreThoseOfThePositionSearched) {
  Uci uci;
  const std::string endgame = "8/5k2/8/8/8/4K3/4P3/8 w - - 0 1";
  uci.send("position fen " + endgame);
  uci.send("go infinite");
  uci.send("position startpos");
  uci.engine.tell(line_of(uci, {"e3e4"}, score_shown_as(137, chess::parse_fen(endgame).value())));
  EXPECT_TRUE(matches(uci.heard(), {"* score cp 137 *"}));
}

TEST(Uci, ShowsWinDrawLossWhenAsked) {
  Uci uci;
  uci.send("setoption name UCI_ShowWDL value true");
  uci.send("go depth 7");
  uci.engine.tell(line_of(uci, {"e2e4"}, eval::mate_in(3)));
  EXPECT_TRUE(matches(uci.heard(), {"* score mate 2 wdl 1000 0 0 nodes *"}));
}

TEST(Uci, CastlingIsKingTakesRookInChess960Only) {
  for (const bool chess960 : {false, true}) {
    Uci uci;
    uci.send(chess960 ? "setoption name UCI_Chess960 value true" : "isready");
    uci.send("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    uci.send("go depth 7");
    uci.engine.tell(line_of(uci, {"O-O", "O-O-O"}));
    uci.engine.finish("O-O", "O-O-O");
    EXPECT_TRUE(chess960 ? matches(uci.heard(), {"info * pv e1h1 e8a8", "bestmove e1h1 ponder e8a8"})
                         : matches(uci.heard(), {"info * pv e1g1 e8c8", "bestmove e1g1 ponder e8c8"}));
    EXPECT_TRUE(contains(uci.send("go perft 1"), chess960 ? "e1a1: 1" : "e1c1: 1"));
  }
}

TEST(Uci, ReadsBothSpellingsOfCastling) {
  for (const std::string_view castling : {"e1g1", "e1h1"}) {
    Uci uci;
    uci.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves " + std::string(castling));
    uci.send("go depth 1");
    EXPECT_EQ(fen_of(uci.engine), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1") << castling;
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// bestmove: exactly one for each go

TEST(Uci, AnswersGoWithOneBestMove) {
  Uci uci;
  EXPECT_TRUE(matches(uci.send("go depth 3"), {}));
  uci.engine.finish("e2e4", "e7e5");
  EXPECT_TRUE(matches(uci.heard(), {"bestmove e2e4 ponder e7e5"}));
  EXPECT_TRUE(matches(uci.send("stop"), {}));
  EXPECT_TRUE(matches(uci.engine.calls, {"start"}));
}

TEST(Uci, SaysSoWhereThereIsNoLegalMove) {
  Uci uci;
  uci.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
  uci.send("go depth 3");
  uci.engine.finish(search::Finished{});
  EXPECT_TRUE(matches(uci.heard(), {"bestmove 0000"}));
}

TEST(Uci, StopAsksTheEngineAndPrintsWhatItAnswers) {
  Uci uci;
  uci.send("go infinite");
  EXPECT_TRUE(matches(uci.send("stop"), {}));
  EXPECT_TRUE(uci.engine.stop_requested());
  uci.engine.finish("c2c4");
  EXPECT_TRUE(matches(uci.heard(), {"bestmove c2c4"}));
}

TEST(Uci, AGoDuringASearchEndsItWithItsBestMoveFirst) {
  Uci uci;
  uci.send("go infinite");
  uci.engine.move_when_stopped = search::Finished{uci.engine.move("d2d4"), {}, 0, 0, {}};
  EXPECT_TRUE(matches(uci.send_all({"position startpos moves e2e4", "go depth 2"}), {"bestmove d2d4"}));
  uci.engine.tell(line_of(uci, {"e7e5"}));
  uci.engine.finish("e7e5");
  EXPECT_TRUE(matches(uci.heard(), {"info depth 7*", "bestmove e7e5"}));
}

TEST(Uci, NoBestMoveIsLostHoweverFastTheCommandsCome) {
  Uci uci;
  std::vector<std::string_view> commands;
  for (int i = 0; i < 10; ++i) {
    for (const std::string_view command : {"go infinite", "stop", "position startpos", "go ponder", "ponderhit",
                                           "go movetime 1", "ucinewgame", "go depth 1", "isready"}) {
      commands.push_back(command);
    }
  }
  std::size_t answers = count_best_moves(uci.send_all(commands));
  uci.engine.finish("e2e4");
  answers += count_best_moves(uci.heard());
  EXPECT_EQ(answers, uci.engine.starts.size());
  EXPECT_EQ(answers, 40U);
}

TEST(Uci, IgnoresTheSearchOfAHandlerBeforeIt) {
  Uci uci;
  uci.protocol.search_event({1, search::Finished{}});
  uci.send("go depth 1");
  uci.protocol.search_event({SearchId{1} << 63, search::Finished{}});
  EXPECT_TRUE(matches(uci.heard(), {}));
}

TEST(Uci, PonderHitTurnsTheSearchIntoANormalOne) {
  Uci uci;
  uci.send("position startpos moves e2e4 e7e5");
  uci.send("go ponder wtime 1000 btime 1000");
  EXPECT_TRUE(uci.engine.last_start().limits.pondering);
  EXPECT_TRUE(matches(uci.send("ponderhit"), {}));
  uci.send("ponderhit");
  EXPECT_TRUE(matches(uci.engine.calls, {"start", "ponder_hit"}));
  uci.engine.finish("g1f3", "b8c6");
  EXPECT_TRUE(matches(uci.heard(), {"bestmove g1f3 ponder b8c6"}));
}

TEST(Uci, AStoppedPonderingOwesABestMoveToo) {
  Uci uci;
  uci.send("go ponder wtime 1000 btime 1000");
  uci.send("stop");
  EXPECT_TRUE(matches(uci.send("ponderhit"), {}));
  uci.engine.finish("g1f3");
  EXPECT_TRUE(matches(uci.heard(), {"bestmove g1f3"}));
  EXPECT_TRUE(matches(uci.engine.calls, {"start", "stop"}));
}

TEST(Uci, PonderHitAndStopWithoutASearchDoNothing) {
  Uci uci;
  EXPECT_TRUE(matches(uci.send_all({"ponderhit", "stop", "go depth 1", "ponderhit"}), {}));
  EXPECT_TRUE(matches(uci.engine.calls, {"start"}));
}

// ---------------------------------------------------------------------------------------------------------------------
// The rest

TEST(Uci, QuitEndsTheProgramInAnyState) {
  Uci idle;
  idle.send("isready");
  EXPECT_EQ(idle.goes_on, Continue::Yes);
  idle.send("quit");
  EXPECT_EQ(idle.goes_on, Continue::No);
  Uci busy;
  busy.send("go infinite");
  busy.send("quit");
  EXPECT_EQ(busy.goes_on, Continue::No);
}

TEST(Uci, SkipsUnknownWordsBeforeACommand) {
  Uci uci;
  EXPECT_TRUE(matches(uci.send("joho isready"), {"readyok"}));
  EXPECT_TRUE(matches(uci.send("isreadyy"), {"info string unknown command: isreadyy"}));
  EXPECT_TRUE(matches(uci.send("\x01\x02 \xff garbage"), {"info string unknown command: *"}));
  EXPECT_TRUE(matches(uci.send("ISREADY"), {"info string unknown command: ISREADY"}));
  const Lines answer = uci.send(std::string(100000, 'x'));
  ASSERT_EQ(answer.size(), 1U);
  EXPECT_LT(answer[0].size(), 200U) << "long garbage is not thrown back";
  EXPECT_TRUE(matches(uci.send(""), {}));
  EXPECT_TRUE(matches(uci.send("  \t "), {}));
}

TEST(Uci, AnyMixtureOfWordsIsSurvivedAndEveryGoAnswered) {
  constexpr std::string_view kWords[] = {"uci",
                                         "isready",
                                         "ucinewgame",
                                         "position",
                                         "startpos",
                                         "fen",
                                         "moves",
                                         "e2e4",
                                         "e7e5",
                                         "e1g1",
                                         "setoption",
                                         "name",
                                         "value",
                                         "Hash",
                                         "Clear",
                                         "go",
                                         "wtime",
                                         "-5",
                                         "1",
                                         "depth",
                                         "searchmoves",
                                         "infinite",
                                         "ponder",
                                         "perft",
                                         "stop",
                                         "ponderhit",
                                         "UCI_Variant",
                                         "3check",
                                         "chess",
                                         "d",
                                         "\xff\x01",
                                         "99999999999999999999",
                                         "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"};
  util::Random random(20261115);
  Uci uci;
  std::size_t answers = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (std::uint32_t words = random.below(8); words > 0; --words) {
      text += std::string(kWords[random.below(std::size(kWords))]) + " ";
    }
    answers += count_best_moves(uci.send(text));
    if (uci.engine.is_searching() && random.below(4) == 0) {
      uci.engine.finish(search::Finished{});
      answers += count_best_moves(uci.heard());
    }
  }
  answers += count_best_moves(uci.send("ucinewgame"));
  EXPECT_GT(answers, 1000U);
  EXPECT_EQ(answers, uci.engine.starts.size());
}

TEST(Uci, IgnoresDebugAndRegister) {
  Uci uci;
  EXPECT_TRUE(matches(uci.send_all({"debug on", "debug off", "register later"}), {}));
}

TEST(Uci, ShowsTheBoardTheEvaluationAndItsCommands) {
  Uci uci;
  uci.engine.static_evaluation = score_shown_as(-35);
  EXPECT_TRUE(contains(uci.send("d"), "Fen: " + std::string(chess::kStartFen)));
  EXPECT_TRUE(matches(uci.send("eval"), {"Evaluation: -0.35 for white, -* in units of the search"}));
  EXPECT_TRUE(matches(uci.send("help"), {"info string commands: uci isready *"}));
}

}  // namespace
}  // namespace rocada::protocol::uci
