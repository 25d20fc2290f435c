// GameKind: what is played, and THE table of the words for it in each protocol and format.
//
// A kind is rules (variant.h) and whether it is played as Chess960, which has no rules of its own: it differs in start
// positions and in how castling is written. A new kind is a row here, and its Rules a file under variants/.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "chess/variant.h"
#include "util/strings.h"

namespace rocada::chess {

struct GameKind {
  Variant rules = Variant::Standard;
  bool chess960 = false;

  friend constexpr bool operator==(GameKind, GameKind) = default;
};

struct GameKindWords {
  GameKind kind;
  std::string_view xboard;    // in CECP and on the command line; empty: cannot be chosen there
  std::string_view uci;       // of the option UCI_Variant; empty: another option tells it (UCI_Chess960)
  std::string_view terminal;  // shown to whoever plays in the terminal; empty: is not
  std::string_view pgn;       // of the tag Variant; empty: needs none
  std::string_view web;       // in JavaScript (web/rules); never empty
  // All spellings in use: letters and digits alone, in lower case.
  std::array<std::string_view, 8> spellings;
};

inline constexpr GameKindWords kGameKinds[] = {
    {.kind = {Variant::Standard, false},
     .xboard = "normal",
     .uci = "chess",
     .terminal = "normal",
     .pgn = "",
     .web = "standard",
     .spellings = {"normal", "chess", "standard", "normalchess", "regular", "fromposition"}},
    {.kind = {Variant::Standard, true},
     .xboard = "fischerandom",
     .uci = "",
     .terminal = "960",
     .pgn = "Chess960",
     .web = "chess960",
     .spellings = {"fischerandom", "chess960", "960", "fischerrandom", "fischerrandomchess", "frc",
                   "doublefischerrandom", "dfrc"}},
    {.kind = {Variant::ThreeCheck, false},
     .xboard = "3check",
     .uci = "3check",
     .terminal = "3check",
     .pgn = "Three-check",
     .web = "3check",
     .spellings = {"3check", "threecheck", "threecheckchess"}},
    {.kind = {Variant::ThreeCheck, true},
     .xboard = "",
     .uci = "",
     .terminal = "",
     .pgn = "Three-check 960",
     .web = "3check960",
     .spellings = {"threecheck960", "3check960"}},
};

constexpr const GameKindWords& words_of(GameKind kind) {
  for (const GameKindWords& row : kGameKinds) {
    if (row.kind == kind) return row;
  }
  return kGameKinds[0];  // never: every kind has its row, a test sees to it
}

// The kind with exactly this word, which is one of GameKindWords::xboard or uci.
constexpr std::optional<GameKind> find_game_kind(std::string_view GameKindWords::*language, std::string_view word) {
  for (const GameKindWords& row : kGameKinds) {
    if (!word.empty() && row.*language == word) return row.kind;
  }
  return std::nullopt;
}

// Any spelling, whatever its case, spaces and hyphens: "Three-check", "3check", "Chess 960", "fischerandom".
inline std::optional<GameKind> parse_game_kind(std::string_view text) {
  std::string bare;
  for (const char c : text) {
    if (c != ' ' && c != '-' && c != '_') bare += util::to_lower(c);
  }
  for (const GameKindWords& row : kGameKinds) {
    if (!bare.empty() && std::ranges::find(row.spellings, bare) != row.spellings.end()) return row.kind;
  }
  return std::nullopt;
}

// The words of a language in one text, in the order of the table.
class GameKindList {
 public:
  consteval GameKindList(std::string_view GameKindWords::*language, std::string_view separator,
                         std::string_view before = "", std::string_view after = "") {
    add(before);
    bool first = true;
    for (const GameKindWords& row : kGameKinds) {
      if ((row.*language).empty()) continue;
      if (!first) add(separator);
      add(row.*language);
      first = false;
    }
    add(after);
  }
  constexpr std::string_view text() const { return {text_.data(), size_}; }

 private:
  consteval void add(std::string_view more) {
    for (const char c : more) text_.at(size_++) = c;
  }

  std::array<char, 256> text_{};
  std::size_t size_ = 0;
};

}  // namespace rocada::chess
