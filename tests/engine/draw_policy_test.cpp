#include "engine/draw_policy.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "eval/wdl.h"

namespace rocada::engine {
namespace {

using chess::Color;
using chess::Position;

Position position(std::string_view fen, chess::Variant variant = chess::Variant::Standard) {
  return chess::parse_fen(fen, variant).value();
}

// So many centipawns, as shown there, for the side to move.
bool is_welcome_at(int centipawns, const Position& where) {
  return is_draw_welcome(where, eval::ScoreScale(where).score_of(centipawns));
}

const Position kEarly = position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
const Position kMiddle = position("r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 b - - 6 24");
const Position kRookEnding = position("8/5pk1/1p1r2p1/p2p3p/P2P3P/1P2PKP1/3R4/8 w - - 14 38");

TEST(DrawPolicy, InTheOpeningOnlyWhoStandsClearlyWorseAgrees) {
  for (const int centipawns : {300, 40, 0, -40}) EXPECT_FALSE(is_welcome_at(centipawns, kEarly)) << centipawns;
  EXPECT_TRUE(is_welcome_at(-150, kEarly));
}

TEST(DrawPolicy, LaterWhoStandsWorseAgreesAndALevelMiddlegameIsPlayed) {
  EXPECT_TRUE(is_welcome_at(-50, kMiddle));
  for (const int centipawns : {0, 20, 100, 500}) EXPECT_FALSE(is_welcome_at(centipawns, kMiddle)) << centipawns;
}

TEST(DrawPolicy, ALevelEndingIsADrawAndAnAdvantageIsNot) {
  EXPECT_TRUE(is_welcome_at(0, kRookEnding));
  EXPECT_TRUE(is_welcome_at(-60, kRookEnding));
  EXPECT_FALSE(is_welcome_at(60, kRookEnding));
  EXPECT_FALSE(is_draw_welcome(kRookEnding, eval::mate_in(5)));
  EXPECT_TRUE(is_draw_welcome(kRookEnding, eval::mated_in(6)));
}

// A worse score never makes a draw less welcome.
TEST(DrawPolicy, TheWorseTheMoreWelcome) {
  for (const Position& where : {kEarly, kMiddle, kRookEnding}) {
    bool welcome = true;
    for (int centipawns = -400; centipawns <= 400; ++centipawns) {
      const bool now = is_welcome_at(centipawns, where);
      EXPECT_TRUE(welcome || !now) << chess::to_fen(where) << " at " << centipawns;
      welcome = now;
    }
    EXPECT_FALSE(welcome);
  }
}

TEST(DrawPolicy, NothingIsAgreedToBeforeItHasBeenJudgedNorByTheOtherSide) {
  DrawPolicy draws;
  EXPECT_FALSE(draws.accepts(Color::White));
  draws.note_score(kRookEnding, 0);
  EXPECT_TRUE(draws.accepts(Color::White));
  EXPECT_FALSE(draws.accepts(Color::Black));
  draws.forget();
  EXPECT_FALSE(draws.accepts(Color::White));
}

// Judges the same position again and again: the moves at which an offer comes.
std::vector<int> offers_in(int moves, const Position& where, eval::Score score, DrawPolicy& draws) {
  std::vector<int> offers;
  for (int move = 1; move <= moves; ++move) {
    draws.note_score(where, score);
    if (draws.offers()) offers.push_back(move);
  }
  return offers;
}

TEST(DrawPolicy, AnOfferComesAfterALongLevelTimeAndNotSoonAgain) {
  DrawPolicy draws;
  EXPECT_EQ(offers_in(50, kRookEnding, 0, draws), (std::vector<int>{12, 42}));
  for (const Position& where : {kEarly, kMiddle}) {
    DrawPolicy others;
    EXPECT_TRUE(offers_in(50, where, 0, others).empty()) << chess::to_fen(where);
  }
}

TEST(DrawPolicy, NoOfferWhileSomethingHappens) {
  DrawPolicy busy;
  const Position after_a_capture = position("8/5pk1/1p1r2p1/p2p3p/P2P3P/1P2PKP1/3R4/8 w - - 9 38");
  EXPECT_TRUE(offers_in(50, after_a_capture, 0, busy).empty());
  DrawPolicy hopeful;
  EXPECT_TRUE(offers_in(11, kRookEnding, 0, hopeful).empty());
  hopeful.note_score(kRookEnding, eval::ScoreScale(kRookEnding).score_of(60));
  EXPECT_FALSE(hopeful.offers());
  EXPECT_TRUE(offers_in(11, kRookEnding, 0, hopeful).empty()) << "the count begins anew";
  EXPECT_EQ(offers_in(1, kRookEnding, 0, hopeful).size(), 1U);
}

// Hardly a game is drawn there.
TEST(DrawPolicy, InThreeCheckNobodyOffers) {
  DrawPolicy draws;
  const Position three_check =
      position("8/5pk1/1p1r2p1/p2p3p/P2P3P/1P2PKP1/3R4/8 w - - 3+3 14 38", chess::Variant::ThreeCheck);
  EXPECT_TRUE(offers_in(50, three_check, 0, draws).empty());
  EXPECT_FALSE(draws.accepts(Color::White));
}

// An offer of ours that comes back is accepted.
TEST(DrawPolicy, WhatIsOfferedIsAccepted) {
  DrawPolicy draws;
  bool offered = false;
  for (int move = 0; move < 100 && !offered; ++move) {
    draws.note_score(kRookEnding, 0);
    offered = draws.offers();
  }
  EXPECT_TRUE(offered);
  EXPECT_TRUE(draws.accepts(Color::White));
}

}  // namespace
}  // namespace rocada::engine
