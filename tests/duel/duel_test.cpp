#include "duel/duel.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "chess/fen.h"
#include "search/tunables.h"

namespace rocada::duel {
namespace {

std::string answer_to(const std::string& lines) {
  std::istringstream in(lines);
  std::ostringstream out;
  const auto done = answer_lines(in, out);
  return done ? out.str() : done.error().message;
}

// The same two games, so what one gives to White the other takes from the same player.
TEST(Duel, EqualsShareThePoints) {
  auto duel = Duel::create().value();
  const Numbers usual = parse_numbers("").value();
  for (const std::string_view fen :
       {"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "8/8/4k3/8/8/3QK3/8/8 b - - 0 1", "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"}) {
    EXPECT_EQ(duel.play_pair(chess::parse_fen(fen).value(), 200, usual, usual), 2) << fen;
  }
}

TEST(Duel, APairIsPlayedForEachLine) {
  const std::string pair = "100; 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1; ; \n";
  EXPECT_EQ(answer_to(pair + pair), "2\n2\n");
}

TEST(Duel, WhatCannotBePlayedIsSaid) {
  EXPECT_EQ(answer_to("100; 8/8/8/8/8/8/8/8 w - - 0 1; ; \n").substr(0, 9), "white has");
  EXPECT_EQ(answer_to("0; 6k1/8/8/8/8/8/8/3R2K1 w - - 0 1; ; \n"), "'0' is no number of nodes");
  EXPECT_EQ(answer_to("100; 6k1/8/8/8/8/8/8/3R2K1 w - - 0 1\n"),
            "'100; 6k1/8/8/8/8/8/8/3R2K1 w - - 0 1' does not say NODES; FEN; NUMBERS; NUMBERS");
  EXPECT_EQ(answer_to("100; 6k1/8/8/8/8/8/8/3R2K1 w - - 0 1; kNoSuchNumber=1; \n"),
            "'kNoSuchNumber' is not a number that this program can tune");
}

// Nobody pays for numbers that can change where nobody tunes them.
TEST(Duel, OnlyABuildForTuningHasVariables) { EXPECT_TRUE(search::tunables().empty()); }

}  // namespace
}  // namespace rocada::duel
