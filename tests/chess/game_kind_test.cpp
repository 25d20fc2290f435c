#include "chess/game_kind.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <set>
#include <string_view>

namespace rocada::chess {
namespace {

TEST(GameKind, EveryKindHasItsRow) {
  for (const Variant rules : {Variant::Standard, Variant::ThreeCheck}) {
    for (const bool chess960 : {false, true}) {
      const GameKind kind{rules, chess960};
      EXPECT_EQ(words_of(kind).kind, kind);
      EXPECT_FALSE(words_of(kind).web.empty());
    }
  }
}

TEST(GameKind, EveryWordLeadsBackToItsKind) {
  for (const GameKindWords& row : kGameKinds) {
    for (const std::string_view word : {row.xboard, row.uci, row.terminal, row.pgn, row.web}) {
      if (word.empty()) continue;
      EXPECT_EQ(parse_game_kind(word), row.kind) << word;
    }
    for (const auto language : {&GameKindWords::xboard, &GameKindWords::uci}) {
      if ((row.*language).empty()) continue;
      EXPECT_EQ(find_game_kind(language, row.*language), row.kind) << row.*language;
    }
  }
}

TEST(GameKind, NoSpellingMeansTwoKinds) {
  std::set<std::string_view> seen;
  for (const GameKindWords& row : kGameKinds) {
    for (const std::string_view spelling : row.spellings) {
      if (spelling.empty()) continue;
      EXPECT_TRUE(seen.insert(spelling).second) << spelling;
    }
  }
}

TEST(GameKind, ProtocolsTakeTheirExactWordsAlone) {
  EXPECT_FALSE(find_game_kind(&GameKindWords::xboard, "").has_value());
  EXPECT_FALSE(find_game_kind(&GameKindWords::xboard, "chess960").has_value());
  EXPECT_FALSE(find_game_kind(&GameKindWords::uci, "normal").has_value());
  EXPECT_FALSE(parse_game_kind("").has_value());
  EXPECT_FALSE(parse_game_kind("antichess").has_value());
}

}  // namespace
}  // namespace rocada::chess
